import { describe, expect, it } from 'vitest';
import { headerName, memberName, suffixKeyToWritten, toWireNames, toWrittenNames } from './service-name';

describe('the service’s own name', () => {
  const wire = {
    model: 'm',
    acme_parameters: { include_acme_system_prompt: false, other: 1 },
    messages: [{ content: 'svc_parameters' }],
  };
  const written = {
    model: 'm',
    svc_parameters: { include_svc_system_prompt: false, other: 1 },
    messages: [{ content: 'svc_parameters' }],
  };

  it('is renamed in requests and responses, never inside text', () => {
    expect(toWrittenNames(wire, 'acme')).toEqual(written);
    expect(toWireNames(written, 'acme')).toEqual(wire);
    expect(headerName('x-svc-version', 'acme')).toBe('x-acme-version');
    expect(memberName('svc_parameters', 'acme')).toBe('acme_parameters');
    expect(memberName('model', 'acme')).toBe('model');
    expect(suffixKeyToWritten('include_acme_system_prompt', 'acme')).toBe('include_svc_system_prompt');
  });

  it('costs nothing if it is the default', () => {
    expect(toWireNames(written, 'svc')).toBe(written);
    expect(toWrittenNames(wire, 'svc')).toBe(wire);
  });

  it('leaves non-objects unchanged', () => {
    expect(toWrittenNames(null, 'acme')).toBeNull();
    expect(toWrittenNames([1], 'acme')).toEqual([1]);
  });
});
