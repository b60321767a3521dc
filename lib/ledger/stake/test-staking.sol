// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

// What the stake reader's tests put on a local chain: an ERC-20-style book of who has staked how much.
// Its runtime bytecode lies beside it in test-staking.json: made by the npm package solc 0.8.37 (standard JSON) with
// optimizer runs 1, evmVersion paris, metadata.appendCBOR false; evm.deployedBytecode.object, 0x before it.
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
