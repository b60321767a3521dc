import { describe, expect, it } from 'vitest';
import { headerName, memberName, suffixKeyToSchemaName, toWireNames, toSchemaNames } from './service-name';

describe('the service’s own name', () => {
  const wire = {
    model: 'm',
    acme_parameters: { include_acme_system_prompt: false, other: 1 },
    messages: [{ content: 'svc_parameters' }],
  };
  const ofSchema = {
    model: 'm',
    svc_parameters: { include_svc_system_prompt: false, other: 1 },
    messages: [{ content: 'svc_parameters' }],
  };

  it('is renamed in requests and responses, never inside text', () => {
    expect(toSchemaNames(wire, 'acme')).toEqual(ofSchema);
    expect(toWireNames(ofSchema, 'acme')).toEqual(wire);
    expect(headerName('x-svc-version', 'acme')).toBe('x-acme-version');
    expect(memberName('svc_parameters', 'acme')).toBe('acme_parameters');
    expect(memberName('model', 'acme')).toBe('model');
    expect(suffixKeyToSchemaName('include_acme_system_prompt', 'acme')).toBe('include_svc_system_prompt');
  });

  it('costs nothing if it is the default', () => {
    expect(toWireNames(ofSchema, 'svc')).toBe(ofSchema);
    expect(toSchemaNames(wire, 'svc')).toBe(wire);
  });

  it('leaves non-objects unchanged', () => {
    expect(toSchemaNames(null, 'acme')).toBeNull();
    expect(toSchemaNames([1], 'acme')).toEqual([1]);
  });
});
