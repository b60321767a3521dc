import type { FinishReason } from '../../../core/chat';

/**
 * Converts an upstream's `finish_reason`. An unknown one counts as the model's own end: `stop`.
 * @returns null if it means that the upstream failed
 */
export function mapFinishReason(reason: string): FinishReason | null {
  switch (reason.toLowerCase()) {
    case 'length':
    case 'max_tokens':
    case 'max_output_tokens':
    case 'model_length':
      return 'length';
    case 'tool_calls':
    case 'tool_use':
    case 'function_call':
      return 'tool_calls';
    case 'content_filter':
    case 'safety':
    case 'refusal':
      return 'content_filter';
    case 'error':
    case 'abort':
    case 'insufficient_system_resource':
      return null;
    default:
      return 'stop';
  }
}
