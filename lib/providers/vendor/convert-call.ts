import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool, JSONSchema7 } from '@ai-sdk/provider';
import type { ChatCall } from '../spec';
import type { Tool } from '../../core/chat';
import { convertMessages } from './convert-messages';
import type { LargeMedia } from './large-media';
import type { VendorFormat } from './vendor';

/**
 * Declared if a prompt contains tool calls but no tool may be called: vendors otherwise refuse it, or forget the
 * results.
 */
const NO_TOOL: Tool = { name: 'no_tool', description: 'Never call this.' };

const ANY_OBJECT: JSONSchema7 = { type: 'object', additionalProperties: true };

/**
 * A neutral call for one choice in the layout of the vendors' packages. What a vendor does not support is dropped here
 * or by its package; docs/fields.md lists it.
 * @throws see `convertMessages`
 */
export function convertCall(call: ChatCall, vendor: VendorFormat, media: LargeMedia): LanguageModelV3CallOptions {
  const { sampling, stop } = call;
  return {
    prompt: convertMessages(call, vendor, media),
    maxOutputTokens: call.maxTokens,
    temperature: sampling.temperature,
    topP: sampling.topP,
    topK: sampling.topK,
    frequencyPenalty: sampling.frequencyPenalty,
    presencePenalty: sampling.presencePenalty,
    seed: sampling.seed,
    stopSequences: stop.length > 0 ? stop : undefined,
    responseFormat: convertFormat(call, vendor),
    ...convertTools(call, vendor),
    abortSignal: call.signal,
    ...vendor.options(call),
  };
}

function convertFormat(
  { responseFormat }: ChatCall,
  vendor: VendorFormat,
): LanguageModelV3CallOptions['responseFormat'] {
  switch (responseFormat?.type) {
    case undefined:
      return undefined;
    case 'json_object':
      return { type: 'json', ...(vendor.needsSchema && { schema: ANY_OBJECT }) };
    case 'json_schema': {
      const { name, description, schema } = responseFormat;
      return { type: 'json', name, ...(description !== undefined && { description }), schema };
    }
  }
}

function convertTools(call: ChatCall, vendor: VendorFormat): Pick<LanguageModelV3CallOptions, 'tools' | 'toolChoice'> {
  const { tools, toolChoice = 'auto' } = call;
  const speaksOfTools = call.messages.some(
    (message) => message.role === 'tool' || (message.role === 'assistant' && message.toolCalls !== undefined),
  );
  const none = vendor.dropsToolsWithNone ? {} : { toolChoice: { type: 'none' as const } };
  const isWithout = !tools || (toolChoice === 'none' && vendor.dropsToolsWithNone);
  const { searchTools = [] } = vendor;
  // With `none` it could not search either.
  if (call.vendorSearch && searchTools.length > 0 && (!tools || toolChoice === 'none'))
    return { tools: [...searchTools] };
  if (isWithout && speaksOfTools && vendor.needsDeclaredTools) return { tools: [convertTool(NO_TOOL)], ...none };
  if (!tools) return {};
  return {
    tools: [...tools.map(convertTool), ...(call.vendorSearch ? searchTools : [])],
    toolChoice: typeof toolChoice === 'string' ? { type: toolChoice } : { type: 'tool', toolName: toolChoice.name },
  };
}

function convertTool({ name, description, parameters, strict }: Tool): LanguageModelV3FunctionTool {
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    inputSchema: { type: 'object', properties: {}, ...parameters },
    // Vendors limit what strict tools may contain, so only if it was requested.
    ...(strict && { strict }),
  };
}
