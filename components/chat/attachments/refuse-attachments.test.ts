import { describe, expect, it } from 'vitest';
import type { Attachment, ChatMessage } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { refuseAttachments } from './refuse-attachments';

type Capabilities = TextWireModel['model_spec']['capabilities'];
const model = (name: string, capabilities: Partial<Capabilities>, offline = false) =>
  ({ id: name.toLowerCase(), model_spec: { name, capabilities, offline } }) as TextWireModel;
const blind = model('Blind', { supportsVision: false });
const eye = model('Eye', { supportsVision: true, supportsMultipleImages: true, maxImages: 2 });
const away = model('Away', { supportsVision: true }, true);
const models = [blind, eye, away];

const item = (kind: Attachment['kind'], url = 'data:,x'): Attachment => ({
  id: url,
  kind,
  name: 'a',
  type: '',
  bytes: 1,
  url,
});
const said = (...attachments: Attachment[]) => [{ attachments }] as ChatMessage[];

describe('refuseAttachments', () => {
  it('allows files for every model, and images for those with vision', () => {
    expect(refuseAttachments([item('file')], [], { model: blind, models })).toBeNull();
    expect(refuseAttachments([item('image')], [], { model: eye, models })).toBeNull();
    expect(refuseAttachments([], said(), { model: blind, models })).toBeNull();
  });

  it('names the models with vision', () => {
    expect(refuseAttachments([item('image')], [], { model: blind, models })).toBe(
      'Blind does not support images. This one does: Eye.',
    );
    expect(refuseAttachments([], said(item('image')), { model: blind, models: [blind, away] })).toBe(
      'Blind does not support images, and this chat contains some. No available model does.',
    );
  });

  it('names the limits of a model and of a request', () => {
    expect(refuseAttachments([item('image')], said(item('image'), item('image')), { model: eye, models })).toBe(
      'Eye accepts at most 2 images per request; this chat would have 3.',
    );
    const large = item('file', 'x'.repeat(17_000_001));
    expect(refuseAttachments([large], said(large), { model: blind, models })).toMatch(/at most 25.5 MB in total/);
  });
});
