import type { Workflow } from '../../models/service-file/workflow';
import { describeImageProvider } from '../conformance/images/test-image-provider';
import { COMFY_NODES, comfyUiWire } from '../conformance/images/wires/comfyui';
import { COMFYUI_FIELDS, makeComfyUi } from './provider';

const at = (node: string, input: string) => [{ node, input }];
const TEXTS = { prompt: at('6', 'text'), negative_prompt: at('7', 'text') };
const SIZE = { width: at('5', 'width'), height: at('5', 'height') };
const IMAGE = { image: at('10', 'image') };
/** A workflow whose node with the model names it. */
const named = (name: string, inputs: Workflow['inputs']): [string, Workflow] => [
  name,
  { nodes: { ...COMFY_NODES, '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: name } } }, inputs },
];
const workflows = new Map([
  named('draws', {
    ...TEXTS,
    ...SIZE,
    seed: at('3', 'seed'),
    steps: at('3', 'steps'),
    cfg_scale: at('3', 'cfg'),
    lora_strength: at('14', 'strength_model'),
  }),
  named('edits', { ...TEXTS, ...SIZE, ...IMAGE }),
  named('cuts', IMAGE),
  named('enlarges', { ...IMAGE, scale: at('13', 'scale_by'), creativity: at('13', 'creativity') }),
]);

describeImageProvider('comfyui', {
  wire: comfyUiWire,
  make: ({ origin, secret, times }) => makeComfyUi({ id: 'lab', baseUrl: origin, apiKey: secret, workflows, times }),
  // A workflow for edits either always or never takes a mask: provider.test.ts has those with masks.
  fields: { ...COMFYUI_FIELDS, edit: { ...COMFYUI_FIELDS.edit, mask: undefined } },
  models: { draw: 'draws', edit: 'edits', upscale: 'enlarges', removeBackground: 'cuts' },
  lacks: ['several images', 'content refusal', 'revised prompt', 'reported seed', 'base64'],
});
