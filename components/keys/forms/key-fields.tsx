import { ChevronRight } from 'lucide-react';
import { useId, useState, type RefObject } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Field, Input } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { formatUtc } from '@/components/ui/show/relative-time';
import type { FormState } from '@/components/ui/form/use-form';
import { now } from '@/lib/client/now';
import { MAX_KEY_DESCRIPTION_CHARACTERS } from '@/lib/keys/constants';
import type { Key } from '@/lib/keys/contract';
import { dayOf, EXPIRY_PRESETS, type ExpiryPreset, expiryOf } from '../expiry';
import { PRIVACIES } from '../privacy';
import type { KeyDraft } from './key-draft';

type Form = FormState<KeyDraft>;

/** The key's purpose. */
export function NameField({ form, inputRef }: { form: Form; inputRef: RefObject<HTMLInputElement | null> }) {
  return (
    <Field
      label="Name"
      help="The program or person that uses it."
      error={form.errors.description}
      aside={
        <span className="tabular-nums">
          {form.values.description.length} of {MAX_KEY_DESCRIPTION_CHARACTERS}
        </span>
      }
    >
      <Input ref={inputRef} autoComplete="off" {...form.bind('description')} />
    </Field>
  );
}

/** When the key expires: a preset, or the end of a day. @param current the expiry that may be kept */
export function ExpiryField({ form, current = null }: { form: Form; current?: string | null }) {
  const { expiry, day } = form.values;
  const nowMs = now();
  const ends = expiry === 'day' ? null : expiryOf(expiry, nowMs);
  const keep = current ? [{ value: 'keep' as const, label: `Current: ${formatUtc(current)}` }] : [];
  const help = ends ? `On ${formatUtc(ends)}. It can be revoked at any time.` : 'It can be revoked at any time.';
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Field
        label="Expires"
        error={form.errors.expiry}
        help={expiry === 'day' ? undefined : help}
        className={expiry === 'day' ? undefined : 'sm:col-span-2'}
      >
        <Select<ExpiryPreset>
          value={expiry}
          onChange={(next) => form.set('expiry', next)}
          options={[...keep, ...EXPIRY_PRESETS]}
        />
      </Field>
      {expiry === 'day' ? (
        <DayField value={day} error={form.errors.day} onChange={(next) => form.set('day', next)} />
      ) : null}
    </div>
  );
}

/** The day at whose end (UTC) a key expires. */
export function DayField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (day: string) => void;
}) {
  return (
    <Field label="Last day" error={error} help="The key works until the end of that day, 23:59:59 UTC.">
      <Input
        type="date"
        name="day"
        min={dayOf(now())}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="figure-text"
      />
    </Field>
  );
}

/** Rarely needed fields, collapsed until opened or invalid: the DIEM limit, and which models may be called. */
export function MoreFields({ form, unfolded = false }: { form: Form; unfolded?: boolean }) {
  const panelId = useId();
  const [wanted, setWanted] = useState(unfolded);
  const open = wanted || Boolean(form.errors.diem ?? form.errors.privacy);
  const { privacy } = form.values;
  return (
    <div className="flex flex-col gap-4">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setWanted(!open)}
        className="-mx-1 flex min-h-8 items-center gap-1 self-start rounded-control px-1 text-sm font-medium text-muted hover:text-ink pointer-coarse:min-h-touch"
      >
        <ChevronRight aria-hidden className={classNames('transition-transform', open && 'rotate-90')} />
        <span>
          More<span className="font-normal">: DIEM limit, models</span>
        </span>
      </button>
      {/* Stays in the page while collapsed, because the button references it. */}
      <div id={panelId} hidden={!open} className={open ? 'grid items-start gap-4 sm:grid-cols-2' : undefined}>
        <Field label="DIEM limit" error={form.errors.diem} help="Resets together with the USD limit.">
          <Input inputMode="decimal" autoComplete="off" unit="DIEM" className="figure-text" {...form.bind('diem')} />
        </Field>
        <Field
          label="Allowed models"
          error={form.errors.privacy}
          help={PRIVACIES.find(({ value }) => value === privacy)?.help}
        >
          <Select<Key['modelPrivacy']>
            value={privacy}
            onChange={(next) => form.set('privacy', next)}
            options={PRIVACIES}
          />
        </Field>
      </div>
    </div>
  );
}
