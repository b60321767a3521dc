/**
 * How a tool call is written in a conversation, in the prompt and in an answer alike: the layout that Qwen's models
 * were trained on, and that others understand. Between beginning and end is `{"name": "…", "arguments": {…}}`.
 */

/** The mark that begins a call in an answer. */
export const CALL_MARK = '<tool_call>';

/** Everything before the JSON of a call, and after it. */
export const CALL_BEGIN = `${CALL_MARK}\n`;
export const CALL_END = '\n</tool_call>';

/** Around the result of a call. */
export const RESULT_BEGIN = '<tool_response>\n';
export const RESULT_END = '\n</tool_response>';
