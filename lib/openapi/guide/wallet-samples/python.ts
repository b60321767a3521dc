import { MOST_AT_ONCE } from './most-at-once';

/* The programs of `typescript.ts` in Python. Tests run them as they are shown. */

const PAY = `http = x402HTTPClientSync(client)
top_up = f"{api}/x402/top-up?amountUsd=5"
terms = requests.post(top_up)
required = http.get_payment_required_response(terms.headers.get)
payment = http.encode_payment_signature_header(http.create_payment_payload(required))

# Sends the same payment until its outcome is known, for ten minutes at most. A new one could be paid as well.
until = time.monotonic() + 600
while time.monotonic() < until:
    seconds = 5
    try:
        added = requests.post(top_up, headers=payment, timeout=60)
        if added.status_code not in (202, 409, 429, 503, 504):
            break
        seconds = int(added.headers.get("retry-after", 5))
    except requests.RequestException:
        pass
    time.sleep(seconds)
else:
    raise TimeoutError("No outcome yet. Keep the payment, and send it again later.")
print(added.status_code, added.json())`;

const ASK = `answer = requests.post(
    f"{api}/chat/completions",
    headers={"SIGN-IN-WITH-X": sign_in()},
    json={"model": "default", "messages": [{"role": "user", "content": "Hello"}]},
)
print(answer.status_code, answer.headers.get("x-balance-remaining"), answer.json())`;

/** A payment on Base, kept until its outcome is known. @param base where the API is, ending in `/api/v1` */
export const topUpOnBase = (base: string) => `# pip install "x402[evm,requests]"
import os
import time

import requests
from eth_account import Account
from x402 import x402ClientSync
from x402.http import x402HTTPClientSync
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client

api = "${base}"
account = Account.from_key(os.environ["WALLET_KEY"])
client = x402ClientSync()
register_exact_evm_client(client, EthAccountSigner(account))
client.set_spend_controls({"max_amount_per_payment": "${MOST_AT_ONCE}"})

${PAY}`;

/** A chat that the wallet of `topUpOnBase` signs. */
export const chatOnBase = `import base64
import json
import secrets
from datetime import datetime, timezone
from urllib.parse import urlsplit

from eth_account.messages import encode_defunct


def sign_in():
    """The header that signs one request."""
    message = f"""{urlsplit(api).netloc} wants you to sign in with your Ethereum account:
{account.address}


URI: {api}
Version: 1
Chain ID: 8453
Nonce: {secrets.token_hex(16)}
Issued At: {datetime.now(timezone.utc).isoformat()}"""
    signature = "0x" + bytes(account.sign_message(encode_defunct(text=message)).signature).hex()
    fields = {"address": account.address, "message": message, "signature": signature}
    return base64.b64encode(json.dumps(fields).encode()).decode()


${ASK}`;

/** Payment and chat on Solana. @param base where the API is, ending in `/api/v1` */
export const allOnSolana = (base: string) => `# pip install "x402[svm,requests]"
import base64
import json
import os
import secrets
import time
from datetime import datetime, timezone
from urllib.parse import urlsplit

import requests
from solders.keypair import Keypair
from x402 import x402ClientSync
from x402.http import x402HTTPClientSync
from x402.mechanisms.svm import KeypairSigner
from x402.mechanisms.svm.exact.register import register_exact_svm_client

api = "${base}"
# The private key as wallets export it: 64 bytes in base58.
keypair = Keypair.from_base58_string(os.environ["WALLET_KEY"])
client = x402ClientSync()
register_exact_svm_client(client, KeypairSigner(keypair), rpc_url=os.environ.get("SOLANA_RPC_URL"))
client.set_spend_controls({"max_amount_per_payment": "${MOST_AT_ONCE}"})

${PAY}


def sign_in():
    """The header that signs one request."""
    message = f"""{urlsplit(api).netloc} wants you to sign in with your Solana account:
{keypair.pubkey()}

URI: {api}
Version: 1
Chain ID: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp
Nonce: {secrets.token_hex(16)}
Issued At: {datetime.now(timezone.utc).isoformat()}"""
    signature = str(keypair.sign_message(message.encode()))
    fields = {"address": str(keypair.pubkey()), "message": message, "signature": signature}
    return base64.b64encode(json.dumps(fields).encode()).decode()


${ASK}`;
