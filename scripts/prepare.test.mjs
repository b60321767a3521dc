import { describe, expect, it } from 'vitest';
import { requireNode } from './prepare.mjs';

describe('the oldest Node', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('admits %s', (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });

  it.each(['18.20.4', '20.18.3'])('refuses %s and says what to do', (version) => {
    expect(() => requireNode(version)).toThrow(
      expect.objectContaining({
        message: `Farebox needs Node 20.19 or newer; this is Node ${version}.`,
        remedy: expect.stringContaining('Install a current Node'),
      }),
    );
  });
});
