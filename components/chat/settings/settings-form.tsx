'use client';

import { useState } from 'react';
import { Field, Input, Textarea } from '@/components/ui/field';
import type { ChatSettings } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { NumberSetting } from './number-setting';
import { ResetSection } from './reset-section';
import { SchemaSection } from './schema-section';
import {
  findWrongSettings,
  readSetting,
  SETTING_LABELS,
  textOfSettings,
  type FieldName,
  type SettingsText,
} from './settings-fields';
import { schemaWarning, toolsWarning } from './structure-errors';
import WebFields from '../web/web-fields';
import { withWeb } from '../web/with-web';
import { Section } from './section';
import { ThinkingSection } from './thinking-section';
import { ToolsSection } from './tools-section';

/**
 * The settings of one chat. Valid values apply immediately, and empty ones leave the choice to the model. Invalid values
 * are kept as typed, and the previous value stays in effect.
 */
export function SettingsForm({
  settings,
  wrongTexts,
  maxTokens,
  asked,
  models,
  onChange,
  onWrong,
}: {
  settings: ChatSettings;
  /** Invalid values typed earlier. */
  wrongTexts: Partial<SettingsText>;
  /** The maximum output of the chosen models; null if unknown. */
  maxTokens: number | null;
  /** The chosen models, if they are served: each has to support the settings. */
  asked: readonly TextWireModel[];
  /** All served models: those that support more are named in warnings. */
  models: readonly TextWireModel[];
  onWrong: (texts: Partial<SettingsText>) => void;
  onChange: (settings: ChatSettings) => void;
}) {
  const [text, setText] = useState<SettingsText>(() => ({ ...textOfSettings(settings), ...wrongTexts }));
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(
    () => new Set(findWrongSettings(text, maxTokens).map(({ name }) => name)),
  );
  // The prefix of an invalid number may be valid, as 2 in 25: then the previous value is restored.
  const [before, setBefore] = useState(settings);
  const errorOf = (name: FieldName) => {
    const parsed = readSetting(name, text[name], maxTokens);
    return left.has(name) && 'error' in parsed ? parsed.error : null;
  };
  const type = (name: FieldName, typed: string) => {
    setText({ ...text, [name]: typed });
    const parsed = readSetting(name, typed, maxTokens);
    const { [name]: _fixed, ...others } = wrongTexts;
    onWrong('value' in parsed ? others : { ...others, [name]: typed });
    onChange({ ...settings, [name]: 'value' in parsed ? parsed.value : before[name] });
  };
  const leave = (name: FieldName) => () => {
    setLeft(new Set(left).add(name));
    setBefore({ ...before, [name]: settings[name] });
  };
  const bind = (name: FieldName) => ({
    value: text[name],
    onChange: ({ target }: { target: { value: string } }) => type(name, target.value),
    onBlur: leave(name),
  });
  const bindNumber = (name: FieldName) => ({
    value: text[name],
    error: errorOf(name),
    onValue: (typed: string) => type(name, typed),
    onBlur: leave(name),
  });
  const put = (change: Partial<ChatSettings>) => onChange(withoutAbsent({ ...settings, ...change }));
  const replace = (next: ChatSettings, texts: Partial<SettingsText>) => {
    setText({ ...textOfSettings(next), ...texts });
    setLeft(new Set());
    setBefore(next);
    onWrong(texts);
    onChange(next);
  };
  // Several models may have different defaults.
  const constraints = asked.length === 1 ? asked[0]?.model_spec.constraints : undefined;
  return (
    <form className="flex flex-col gap-6" onSubmit={(event) => event.preventDefault()}>
      <Field label={SETTING_LABELS.system} help="Sent before the first message, in every request of this chat.">
        <Textarea rows={5} {...bind('system')} />
      </Field>
      <NumberSetting
        label={SETTING_LABELS.temperature}
        range={{ least: 0, most: 2, step: 0.05 }}
        own={constraints?.temperature.default ?? null}
        {...bindNumber('temperature')}
      />
      <NumberSetting
        label={SETTING_LABELS.topP}
        range={{ least: 0, most: 1, step: 0.01 }}
        own={constraints?.top_p.default ?? null}
        {...bindNumber('topP')}
      />
      <NumberSetting
        label={SETTING_LABELS.maxTokens}
        unit="tokens"
        range={{ least: 1, most: maxTokens ?? UNKNOWN_MOST, step: 1 }}
        own={null}
        help={
          maxTokens === null
            ? undefined
            : `At most ${maxTokens.toLocaleString('en-US')}. It also limits what an answer can cost.`
        }
        {...bindNumber('maxTokens')}
      />
      <Field
        label={SETTING_LABELS.seed}
        error={errorOf('seed')}
        help="The same seed and settings give the same answer, if the model supports it."
      >
        <Input inputMode="numeric" autoComplete="off" {...bind('seed')} />
      </Field>
      <Field
        label={SETTING_LABELS.stop}
        error={errorOf('stop')}
        help="One per line, at most four. The answer stops before any of them."
      >
        <Textarea rows={2} className="font-mono" {...bind('stop')} />
      </Field>
      {asked.some((model) => model.model_spec.capabilities.supportsReasoning) || settings.thinking ? (
        <ThinkingSection thinking={settings.thinking} onChange={(thinking) => put({ thinking })} />
      ) : null}
      <Section title="Web" help="What answers may use besides the model. Sources appear below the answer.">
        <WebFields settings={settings} onChange={(change) => onChange(withWeb(settings, change))} />
      </Section>
      <SchemaSection
        schema={settings.schema}
        warning={firstOf(asked.map((model) => schemaWarning(model, models)))}
        onChange={(schema) => put({ schema })}
      />
      <ToolsSection
        tools={settings.tools}
        warning={firstOf(asked.map((model) => toolsWarning(model, models)))}
        onChange={(tools) => put({ tools })}
      />
      <ResetSection settings={settings} wrongTexts={wrongTexts} onPut={replace} />
    </form>
  );
}

/** The end of the slider while no model is chosen. */
const UNKNOWN_MOST = 8_192;

const firstOf = (warnings: (string | null)[]) => warnings.find((warning) => warning !== null) ?? null;

/** Removes absent members, because a chat is stored and compared by what was chosen. */
function withoutAbsent({ schema, tools, thinking, ...others }: ChatSettings): ChatSettings {
  return { ...others, ...(schema && { schema }), ...(tools && { tools }), ...(thinking && { thinking }) };
}
