import { describe, expect, it } from 'vitest';
import type { EnginePrompt } from './conversation';
import type { Tool } from '../../core/chat';
import { planAnswer } from './plan-answer';
import { renderConversation } from './render-conversation';

const FIND: Tool = { name: 'find', description: 'Finds', parameters: { type: 'object', properties: {} } };
const ASK: EnginePrompt = { turns: [{ role: 'user', text: 'Hi' }] };

function system(prompt: EnginePrompt, own?: string): string | null {
  const [first] = renderConversation(prompt, own).turns;
  return first?.role === 'system' ? first.text : null;
}

describe('the rendered conversation', () => {
  it('is unchanged if there is nothing to add', () => {
    const turns: EnginePrompt['turns'] = [
      { role: 'system', text: 'Be kind' },
      { role: 'user', text: 'Hi' },
      { role: 'assistant', text: 'Hello' },
    ];
    expect(renderConversation({ turns }, 'own')).toEqual({ turns, begun: '' });
    expect(renderConversation({ turns, tools: [FIND], toolChoice: 'none' }, 'own')).toEqual({ turns, begun: '' });
  });

  it('puts tools and format after the system message, or the model’s own', () => {
    const tools = { ...ASK, tools: [FIND, { name: 'stop' }] };
    expect(system(tools, 'I am a model')).toMatch(/^I am a model\n\n# Tools\n\nYou may/);
    expect(system(tools)).toMatch(/^# Tools/);
    const said: EnginePrompt = { ...tools, turns: [{ role: 'system', text: 'Be kind' }, ...ASK.turns] };
    expect(system(said, 'I am a model')).toMatch(/^Be kind\n\n# Tools/);
    expect(renderConversation(said, 'I am a model').turns).toHaveLength(2);
    expect(system(tools)).toContain(
      `<tools>\n{"type":"function","function":${JSON.stringify(FIND)}}\n` +
        '{"type":"function","function":{"name":"stop","parameters":{"type":"object","properties":{}}}}\n</tools>',
    );
    const json = system({ ...tools, responseFormat: { type: 'json_object' } }, 'own');
    expect(json).toMatch(/<\/tool_call>\n\nAnswer with a JSON object and nothing else\.$/);
    const schema = { type: 'object' };
    const format = { type: 'json_schema' as const, name: 'fox', description: 'An animal', schema };
    expect(system({ ...ASK, responseFormat: format })).toBe(
      'Answer with JSON of this JSON Schema, "fox" (An animal), and nothing else:\n{"type":"object"}',
    );
  });

  it('begins the call if one is required', () => {
    for (const toolChoice of ['required', { name: 'find' }] as const) {
      expect(renderConversation({ ...ASK, tools: [FIND], toolChoice }).begun).toBe('<tool_call>\n');
    }
    const formatted = renderConversation({
      ...ASK,
      tools: [FIND],
      toolChoice: 'required',
      responseFormat: { type: 'json_object' },
    });
    expect(formatted.turns[0]?.text).not.toContain('JSON object');
    expect(renderConversation({ ...ASK, tools: [FIND] }).begun).toBe('');
    expect(renderConversation({ ...ASK, tools: [], toolChoice: 'required' })).toEqual({ turns: ASK.turns, begun: '' });
  });

  it('shows earlier calls and their results in the layout of an answer', () => {
    const calls = [
      { name: 'find', arguments: '{"city": "Paris"}' },
      { name: 'stop', arguments: '{}' },
    ];
    const { turns } = renderConversation({
      turns: [
        ...ASK.turns,
        { role: 'assistant', text: 'Let me see.', calls },
        { role: 'tool', text: '18' },
        { role: 'tool', text: 'done' },
        { role: 'assistant', text: '', calls: calls.slice(1) },
        { role: 'tool', text: 'done' },
        { role: 'user', text: 'Well?' },
      ],
    });
    expect(turns.slice(1)).toEqual([
      {
        role: 'assistant',
        text:
          'Let me see.\n<tool_call>\n{"name": "find", "arguments": {"city": "Paris"}}\n</tool_call>\n' +
          '<tool_call>\n{"name": "stop", "arguments": {}}\n</tool_call>',
      },
      {
        role: 'user',
        text: '<tool_response>\n18\n</tool_response>\n<tool_response>\ndone\n</tool_response>',
      },
      { role: 'assistant', text: '<tool_call>\n{"name": "stop", "arguments": {}}\n</tool_call>' },
      { role: 'user', text: '<tool_response>\ndone\n</tool_response>' },
      { role: 'user', text: 'Well?' },
    ]);
  });
});

describe('the allowed form of an answer', () => {
  const tools = [FIND];
  const json = { type: 'json_object' as const };

  it('is free, JSON, calls, or text that may become calls', () => {
    expect(planAnswer(ASK)).toEqual({});
    expect(planAnswer({ ...ASK, tools, toolChoice: 'none' })).toEqual({});
    expect(planAnswer({ ...ASK, responseFormat: json })).toMatchObject({ text: { schema: false } });
    expect(planAnswer({ ...ASK, tools, toolChoice: 'none', responseFormat: json })).not.toHaveProperty('calls');
    expect(planAnswer({ ...ASK, tools })).toMatchObject({ calls: { when: 'marked', several: true } });
    expect(planAnswer({ ...ASK, tools }, false)).toMatchObject({ calls: { when: 'marked', several: false } });
    expect(planAnswer({ ...ASK, tools, toolChoice: 'required' })).toMatchObject({
      calls: { when: 'at_once', several: false },
    });
    expect(planAnswer({ ...ASK, tools, toolChoice: { name: 'find' }, responseFormat: json })).not.toHaveProperty(
      'text',
    );
  });

  it('is JSON or the mark of a call if both are possible', () => {
    const { text } = planAnswer({ ...ASK, tools, responseFormat: json });
    expect(text?.grammar).toMatch(/^root ::= r\d+ \| "<tool_call>"\n/);
  });
});
