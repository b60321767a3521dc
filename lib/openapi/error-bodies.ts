import { z } from 'zod';

/** Error bodies (docs/api-rules.md, "Errors"), for the API description. */

const message = z.string().meta({ description: 'Error message for people.', example: 'The API key is not valid.' });
const code = z.string().meta({ description: 'Error code for programs.', example: 'AUTHENTICATION_FAILED' });
const requestId = z.string().optional().meta({
  description: 'Id of the request, for support.',
  example: '5b0d6f1a2c3e4f50-0001',
});

/** See docs/api-rules.md, "Error body". */
export const StandardError = z
  .object({ error: message, code, request_id: requestId })
  .meta({ id: 'Error', description: 'An error.' });

/** See docs/api-rules.md, "Validation errors". */
export const DetailedError = z
  .object({
    error: message,
    code,
    request_id: requestId,
    details: z
      .union([z.string(), z.looseObject({ _errors: z.array(z.string()) })])
      .optional()
      .meta({ description: 'The problems as a tree: `_errors`, and one member for each child with a problem.' }),
    issues: z
      .array(
        z.looseObject({
          code: z.string().meta({ description: 'Kind of problem.', example: 'too_big' }),
          path: z
            .array(z.union([z.string(), z.number()]))
            .meta({ description: 'Path of the invalid field.', example: ['limit'] }),
          message: z.string().meta({ description: 'What is expected.', example: 'Must be 20 or less' }),
        }),
      )
      .optional()
      .meta({ description: 'The problems as a list, at most 50.' }),
  })
  .meta({ id: 'DetailedError', description: 'An invalid request, with each of its problems.' });

/** See docs/api-rules.md, "Context overflow". */
export const OpenAiError = z
  .object({
    error: z.object({
      message: z.string().meta({ example: 'Prompt is longer than the model context.' }),
      type: z.string().meta({ example: 'invalid_request_error' }),
      param: z.string().nullable().meta({ example: 'messages' }),
      code: z.string().meta({ example: 'context_length_exceeded' }),
      retry_after: z.number().optional().meta({ description: 'Seconds to wait; in streams alone.', example: 30 }),
    }),
  })
  .meta({
    id: 'OpenAiError',
    description: 'An error inside a stream, or a prompt that is longer than the model’s context.',
  });

const methods = z
  .array(z.looseObject({}))
  .meta({ description: 'The ways to pay; empty if there are none.', example: [] });
const challenge = z.looseObject({}).meta({ description: 'What a wallet signs to sign in.', example: {} });
const version = z.number().meta({ description: 'Version of the x402 protocol.', example: 2 });

/** See docs/api-rules.md, "Requests without a credential". */
export const PaymentRequired = z
  .object({
    x402Version: version,
    error: z.string().meta({ example: 'Authentication required' }),
    resource: z.object({ url: z.string(), description: z.string(), mimeType: z.string() }),
    accepts: methods,
    extensions: z.object({ 'sign-in-with-x': challenge }).optional(),
    authOptions: z.object({
      apiKey: z.object({
        header: z.string().meta({ example: 'Authorization: Bearer <API_KEY>' }),
        getKey: z.string().meta({ description: 'Page where keys are made.', example: 'https://ai.example.com/keys' }),
        docs: z.string().meta({ example: 'https://ai.example.com/docs/authentication' }),
      }),
      x402Wallet: z
        .object({ header: z.string(), legacyHeader: z.string(), topUp: z.string(), docs: z.string() })
        .optional(),
    }),
  })
  .meta({ id: 'PaymentRequired', description: 'Answer to a request without a credential: where to get one.' });

/** See docs/api-rules.md, "Wallets". */
export const CreditTooLow = z
  .object({
    error: z.string().meta({ example: 'Payment required' }),
    code: z.literal('PAYMENT_REQUIRED'),
    reason: z.string().meta({ example: 'insufficient_balance' }),
    message,
    currentBalanceUsd: z.number().meta({ example: 0.03 }),
    minimumBalanceUsd: z.number().meta({ example: 0.1 }),
    // These are absent where no receiver of payments is set.
    suggestedTopUpUsd: z.number().optional().meta({ example: 10 }),
    minimumTopUpUsd: z.number().optional().meta({ example: 5 }),
    supportedTokens: z
      .array(z.string())
      .optional()
      .meta({ example: ['USDC'] }),
    supportedChains: z
      .array(z.string())
      .optional()
      .meta({ example: ['base', 'solana'] }),
    topUpInstructions: z
      .looseObject({})
      .optional()
      .meta({ description: 'How to add credit, step by step.', example: {} }),
    siwxChallenge: challenge.optional(),
  })
  .meta({ id: 'CreditTooLow', description: 'Answer to a wallet that has too little credit: how to add some.' });

/** See docs/api-rules.md, "Top-up". */
export const WaysToPay = z
  .object({ x402Version: version, accepts: methods })
  .meta({ id: 'WaysToPay', description: 'Answer to a top-up without a payment.' });

/** See docs/api-rules.md, "Top-up": the code stands in `error`. */
export const PaymentError = z
  .object({
    error: z.string().meta({ description: 'Error code for programs.', example: 'AMOUNT_TOO_LOW' }),
    message,
    details: z.looseObject({}).optional().meta({ description: 'More about the problem.' }),
  })
  .meta({ id: 'PaymentError', description: 'Why a payment was not accepted.' });
