import { expect, it } from 'vitest';
import { parseServiceFile } from '../service-file';

const PRICES: Record<string, string> = {
  image: '{ generation: "0.01", upscale: { 2x: "0.02", 4x: "0.08" } }',
  upscale: '{ generation: "0.01", upscale: { 2x: "0.02", 4x: "0.08" } }',
  inpaint: '{ inpaint: "0.01" }',
};

/** The problems of a file with one model of a type, whose workflow has some inputs. */
function problemsOf(type: string, inputs: string, { model = 'one', traits = '[]' } = {}): string[] {
  const workflow = `{ nodes: { "6": { class_type: A, inputs: { text: "", image: "" } } }, inputs: ${inputs} }`;
  const text = `providers:
  lab: { kind: comfyui, base_url: "http://x", workflows: { one: ${workflow} } }
models:
  - { id: m, type: ${type}, traits: ${traits}, upstreams: [{ provider: lab, model: ${model} }], price: ${PRICES[type] ?? ''} }
`;
  const outcome = parseServiceFile('f', text, {});
  return outcome.ok ? [] : outcome.problems;
}
const BOTH = '{ prompt: 6.text, image: 6.image }';

it.each([
  ['image', '{ prompt: 6.text }'],
  ['inpaint', BOTH],
  ['upscale', '{ image: 6.image }'],
])('takes models of type %s with workflows that fit', (type, inputs) => {
  expect(problemsOf(type, inputs)).toEqual([]);
});

it('takes a workflow without a prompt if the model only removes backgrounds', () => {
  expect(problemsOf('inpaint', '{ image: 6.image }', { traits: '[background_removal]' })).toEqual([]);
});

it('reports a model without a workflow', () => {
  expect(problemsOf('image', BOTH, { model: 'other' })).toEqual([
    'line 4, models[0].upstreams[0].model: "other" is not a workflow of lab; it has: one',
  ]);
});

it.each([
  ['image', '{ image: 6.image }', 'prompt'],
  ['inpaint', '{ image: 6.image }', 'prompt'],
  ['inpaint', '{ prompt: 6.text }', 'image'],
  ['upscale', '{ prompt: 6.text }', 'image'],
])('reports a workflow for models of type %s with %s', (type, inputs, missing) => {
  expect(problemsOf(type, inputs)).toEqual([
    `line 4, models[0].upstreams[0].model: the workflow "one" has no input for the ${missing}, which models of this type need; add ${missing} to its inputs`,
  ]);
});
