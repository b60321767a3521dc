/**
 * How a call of a tool stands in a conversation, in the prompt and in an answer alike: the layout that Qwen's models were
 * taught, and that others understand. Between beginning and end stands `{"name": "…", "arguments": {…}}`.
 */

/** What an answer begins a call with. */
export const CALL_MARK = '<tool_call>';

/** All that stands before the JSON of a call, and behind it. */
export const CALL_BEGIN = `${CALL_MARK}\n`;
export const CALL_END = '\n</tool_call>';

/** Around the result of a call. */
export const RESULT_BEGIN = '<tool_response>\n';
export const RESULT_END = '\n</tool_response>';
