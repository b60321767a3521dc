// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

// The contract that the stake reader's tests deploy on a local chain: ERC-20-style balances of stakes. Its runtime
// bytecode is in test-staking.json: compiled by the npm package solc 0.8.37 (standard JSON) with optimizer runs 1,
// evmVersion paris, metadata.appendCBOR false; evm.deployedBytecode.object, 0x before it.
contract TestStaking {
    mapping(address => uint256) public balanceOf;

    // decimals() + 1; at 0 the contract behaves as one without decimals().
    uint256 private places;

    function decimals() external view returns (uint8) {
        if (places == 0) revert();
        return uint8(places - 1);
    }

    function setDecimals(uint8 value) external {
        places = uint256(value) + 1;
    }

    function stake(uint256 amount) external {
        balanceOf[msg.sender] += amount;
    }

    function unstake(uint256 amount) external {
        balanceOf[msg.sender] -= amount;
    }
}
