import type { AnswerForm } from '../chat-jobs';
import type { EnginePrompt } from './conversation';
import { planAnswer } from './plan-answer';

/** Like `planAnswer`. */
export type FormCache = typeof planAnswer;

type Planned = Pick<EnginePrompt, 'tools' | 'toolChoice' | 'responseFormat'> & { parallel: boolean; form: AnswerForm };

/**
 * Plans the form of an answer once: a request asks for it when its prompt is counted, and again when it is answered. The
 * grammar of a large schema takes ten milliseconds. A request is recognized by its tools and format, which nobody
 * changes in between.
 */
export function makeFormCache(plan: FormCache = planAnswer): FormCache {
  const kept = new WeakMap<object, Planned>();
  return (prompt, parallel = true) => {
    const { tools, toolChoice, responseFormat } = prompt;
    const key = responseFormat ?? tools;
    if (!key) return plan(prompt, parallel);
    const known = kept.get(key);
    const isSame =
      known?.tools === tools &&
      known?.toolChoice === toolChoice &&
      known?.responseFormat === responseFormat &&
      known?.parallel === parallel;
    if (known && isSame) return known.form;
    const form = plan(prompt, parallel);
    kept.set(key, { tools, toolChoice, responseFormat, parallel, form });
    return form;
  };
}
