import { createContext } from 'react';
import type { PreviewKind } from './preview-kind';

/** What a preview shows. */
export type Previewed = { kind: PreviewKind; code: string };

/** The preview beside the messages: what it shows, and how to change that. */
export type PreviewBeside = { shown: Previewed | null; show: (previewed: Previewed | null) => void };

/** Null where there is no space beside the messages: previews are then shown in the place of their code. */
export const PreviewContext = createContext<PreviewBeside | null>(null);
