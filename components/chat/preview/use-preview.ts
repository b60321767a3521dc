'use client';

import { useContext, useState } from 'react';
import { useMediaQuery } from '@/components/ui/use-media-query';
import { GrowingContext } from '../markdown/growing-context';
import { WIDE } from '../side/wide';
import { PreviewContext } from './preview-context';
import type { PreviewKind } from './preview-kind';

/**
 * Whether a code block is shown as a preview. Diagrams are drawn in the place of their code as soon as they are complete.
 * HTML and SVG wait for a click, because they may run scripts, and are shown beside the messages where there is space.
 * @param kind null if there is no preview
 */
export function usePreview(
  code: string,
  kind: PreviewKind | null,
): {
  isInside: boolean;
  isBeside: boolean;
  /** Shows the preview, or the code again. */
  toggle: () => void;
  /** Called if a diagram cannot be drawn: unless it was asked for, its code is shown. */
  onUndrawn: () => void;
} {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [undrawn, setUndrawn] = useState<string | null>(null);
  const beside = useContext(PreviewContext);
  const growing = useContext(GrowingContext);
  const isWide = useMediaQuery(WIDE, false);
  const isBeside = kind !== null && beside?.shown?.code === code;
  const isDrawn = kind === 'diagram' && !growing && undrawn !== code;
  const isInside = kind !== null && (chosen ?? isDrawn);
  const toggle = () => {
    if (beside && kind && kind !== 'diagram' && (isBeside || (isWide && !isInside))) {
      beside.show(isBeside ? null : { kind, code });
    } else setChosen(!isInside);
  };
  return { isInside, isBeside, toggle, onUndrawn: () => setUndrawn(code) };
}
