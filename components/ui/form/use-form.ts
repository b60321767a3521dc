'use client';

import { useState, type ChangeEvent, type FocusEvent } from 'react';
import type { z } from 'zod';
import type { ErrorIssue } from '@/lib/core/errors';

type Values = Record<string, string>;

/** On a busy page, the error renders a few frames after it was set. */
const MAX_FRAMES = 60;

/** The result of `useForm`. */
export type FormState<V extends Values> = {
  values: V;
  errors: Partial<Record<keyof V, string>>;
  set: (name: keyof V & string, value: string) => void;
  /** The props of the `Input` or `Textarea` with that name. */
  bind: (name: keyof V & string) => {
    name: string;
    value: string;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
    onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
  /** Validates everything and sets the errors. @returns whether the form is valid */
  check: () => boolean;
  /** Shows the server's issues at their fields. @returns the issues that belong to no field */
  showIssues: (issues: ErrorIssue[]) => ErrorIssue[];
  reset: () => void;
};

/**
 * The state of a small form: text fields, validated with the server's own schema when a filled field loses focus, and
 * on submit.
 * @param toInput converts the fields to the schema's input; both must use the same names, or errors cannot be matched
 * to fields
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
    // An error is cleared as soon as it may be fixed; it returns when the field loses focus.
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
        // An error that appears while a button is pressed would move the button before the click completes; submit
        // validates anyway.
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

/** Focuses the first invalid control of a form, once the errors have rendered. */
export function focusFirstError(form: HTMLFormElement, frames = MAX_FRAMES): void {
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
