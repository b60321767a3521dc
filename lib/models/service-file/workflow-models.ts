import type { ServiceFileLayout } from './layout';
import type { Problem } from './problems';

type ModelLayout = ServiceFileLayout['models'][number];
type BoundInputs = Record<string, unknown>;

/** What a workflow must have an input for, by the type of its models. */
const NEEDED: Record<string, readonly string[]> = {
  image: ['prompt'],
  inpaint: ['prompt', 'image'],
  upscale: ['image'],
};

/**
 * Checks that the models of ComfyUI servers have a workflow, with inputs for what requests of their type always have:
 * every call of such a model would fail.
 */
export function workflowModelProblems(layout: ServiceFileLayout): Problem[] {
  return layout.models.flatMap((model, index) =>
    model.upstreams.flatMap((upstream, position) => {
      const { providers } = layout;
      const provider = Object.hasOwn(providers, upstream.provider) ? providers[upstream.provider] : undefined;
      if (provider?.kind !== 'comfyui') return [];
      const { workflows } = provider;
      const path = ['models', index, 'upstreams', position, 'model'];
      const name = JSON.stringify(upstream.model);
      const workflow = Object.hasOwn(workflows, upstream.model) ? workflows[upstream.model] : undefined;
      if (!workflow) {
        const known = Object.keys(workflows).join(', ') || 'none';
        return [{ path, text: `${name} is not a workflow of ${upstream.provider}; it has: ${known}` }];
      }
      const bound: BoundInputs = workflow.inputs;
      return neededBy(model)
        .filter((input) => bound[input] === undefined)
        .map((input): Problem => {
          const text = `the workflow ${name} has no input for the ${input}, which models of this type need; add ${input} to its inputs`;
          return { path, text };
        });
    }),
  );
}

function neededBy({ type = 'text', traits }: ModelLayout): readonly string[] {
  // One that only removes backgrounds needs no prompt.
  const removes = traits.some((trait) => trait === 'background_removal');
  return removes ? ['image'] : (NEEDED[type] ?? []);
}
