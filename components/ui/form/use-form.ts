'use client';

import { useState, type ChangeEvent, type FocusEvent } from 'react';
import type { z } from 'zod';
import type { ErrorIssue } from '@/lib/core/errors';

type Values = Record<string, string>;

/** A busy page draws the error a few frames after it was placed. */
const DRAWN_WITHIN_FRAMES = 60;

/** What `useForm` gives back. */
export type FormState<V extends Values> = {
  values: V;
  errors: Partial<Record<keyof V, string>>;
  set: (name: keyof V & string, value: string) => void;
  /** Properties of an `Input` or `Textarea` of that name. */
  bind: (name: keyof V & string) => {
    name: string;
    value: string;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
    onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
  /** Checks everything; sets the errors. @returns whether it may be sent */
  check: () => boolean;
  /** Puts a server's issues at their fields. @returns those that belong to none */
  showIssues: (issues: ErrorIssue[]) => ErrorIssue[];
  reset: () => void;
};

/**
 * The state of a small form: text fields, checked by the server's own schema on leaving a filled field and on submit.
 * @param toInput makes of the fields what the schema reads; the same names on both sides, or errors find no field
 */
export function useForm<V extends Values>(
  initial: V,
  schema: z.ZodType,
  toInput: (values: V) => unknown = (values) => values,
): FormState<V> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<keyof V, string>>>({});

  const findErrors = (candidate: V): Partial<Record<keyof V, string>> => {
    const result = schema.safeParse(toInput(candidate));
    return result.success ? {} : firstByField(initial, result.error.issues);
  };
  const set = (name: keyof V & string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    // An error is cleared as soon as its reason may be gone; it comes back on leaving the field.
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  return {
    values,
    errors,
    set,
    bind: (name) => ({
      name,
      value: values[name] ?? '',
      onChange: (event) => set(name, event.target.value),
      onBlur: ({ relatedTarget }) => {
        // A sentence that appears under the pointer would move the button away before the click is done; submit checks anyway.
        if (values[name] && !(relatedTarget instanceof HTMLButtonElement))
          setErrors((before) => ({ ...before, [name]: findErrors(values)[name] }));
      },
    }),
    check: () => {
      const found = findErrors(values);
      setErrors(found);
      return Object.keys(found).length === 0;
    },
    showIssues: (issues) => {
      setErrors((before) => ({ ...before, ...firstByField(initial, issues) }));
      return issues.filter((issue) => !(String(issue.path[0]) in initial));
    },
    reset: () => {
      setValues(initial);
      setErrors({});
    },
  };
}

/** Moves the focus to the first invalid control of a form, once the errors are drawn. */
export function focusFirstError(form: HTMLFormElement, frames = DRAWN_WITHIN_FRAMES): void {
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    else if (frames > 1) focusFirstError(form, frames - 1);
  });
}

function firstByField<V extends Values>(
  fields: V,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Partial<Record<keyof V, string>> {
  const found: Partial<Record<keyof V, string>> = {};
  for (const { path, message } of issues) {
    const name = String(path[0]);
    if (name in fields && !(name in found)) Object.assign(found, { [name]: message });
  }
  return found;
}
