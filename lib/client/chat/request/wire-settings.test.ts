import { describe, expect, it } from 'vitest';
import { toWireFormat, toWireTools, wrongInSchema, wrongInTool } from './wire-settings';

const schema = { name: 'city', text: '{"type":"object"}', strict: true };
const tool = { name: 'get_weather', description: ' The weather. ', parameters: '{"type":"object"}' };

describe('a schema for answers', () => {
  it('is sent as typed', () => {
    expect(wrongInSchema(schema)).toBeNull();
    expect(toWireFormat(schema)).toEqual({
      type: 'json_schema',
      json_schema: { name: 'city', strict: true, schema: { type: 'object' } },
    });
    expect(toWireFormat(undefined)).toBeUndefined();
  });

  it('reports errors, and is then not sent', () => {
    expect(wrongInSchema({ ...schema, name: 'a b' })).toMatchObject({ field: 'name' });
    expect(wrongInSchema({ ...schema, text: '[]' })?.error).toBe('must be a JSON object, starting with {');
    expect(wrongInSchema({ ...schema, text: '{' })?.error).toMatch(/^is not JSON: /);
    expect(toWireFormat({ ...schema, text: '{' })).toBeUndefined();
  });
});

describe('tools', () => {
  it('are sent with and without parameters', () => {
    expect(toWireTools([tool, { name: 'now', description: '', parameters: ' ' }])).toEqual([
      {
        type: 'function',
        function: { name: 'get_weather', description: 'The weather.', parameters: { type: 'object' } },
      },
      { type: 'function', function: { name: 'now' } },
    ]);
    expect(toWireTools([])).toBeUndefined();
  });

  it('report an invalid name, a duplicate name, and invalid parameters', () => {
    expect(wrongInTool({ ...tool, name: '' }, [])).toMatchObject({ field: 'name' });
    expect(wrongInTool(tool, [tool, { ...tool }])?.error).toContain('two tools are called “get_weather”');
    expect(wrongInTool({ ...tool, parameters: 'x' }, [])).toMatchObject({ field: 'parameters' });
  });
});
