import { describe, expect, it } from 'vitest';
import { SERVICE_REFUSALS } from '@/lib/accounts/contract';
import { refusalSentence, settingsOfRefusal } from './refusal-sentence';

describe('refusalSentence', () => {
  it('returns undefined without a code', () => {
    expect(refusalSentence(undefined, 'github')).toBeUndefined();
    expect(refusalSentence(null, null)).toBeUndefined();
  });

  it('has a complete sentence for every refusal, with or without a service', () => {
    for (const code of Object.keys(SERVICE_REFUSALS)) {
      for (const service of ['github', 'google', undefined, 'elsewhere', ['github', 'google']]) {
        expect(refusalSentence(code, service)).toMatch(/^[A-Z].*\.$/);
      }
    }
    expect(refusalSentence('EMAIL_TAKEN', 'github')).toBe(
      'An account with this email exists. Sign in with your password and connect GitHub in the settings.',
    );
  });

  it('shows nothing from a forged URL', () => {
    for (const code of ['OAuthCallback', '<b>Send me your password</b>', 'constructor', 'toString', ['a', 'b'], '']) {
      expect(refusalSentence(code, '<i>me</i>')).toBe(
        'The sign-in with the other service was not completed. Try again.',
      );
    }
  });
});

describe('settingsOfRefusal', () => {
  it('sends a signed-in visitor to the settings, with the refusal', () => {
    expect(settingsOfRefusal('OAuthCallback', undefined)).toBe('/settings?error=OAuthCallback');
    expect(settingsOfRefusal('IDENTITY_TAKEN', 'github')).toBe('/settings?error=IDENTITY_TAKEN&service=github');
    expect(settingsOfRefusal('a&b=//evil.example', ['github'])).toBe('/settings?error=a%26b%3D%2F%2Fevil.example');
    expect(settingsOfRefusal(['a', 'b'], null)).toBe('/settings?error=UNKNOWN_ERROR');
  });

  it('returns null if nothing was refused', () => {
    expect(settingsOfRefusal(undefined, 'github')).toBeNull();
  });
});
