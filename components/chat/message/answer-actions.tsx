'use client';

import { ArrowRightLeft, Ellipsis, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { CopyButton } from '@/components/ui/copy-button';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/overlay/menu';
import { copiedAnswer } from '@/lib/client/chat/answer/references';
import { isUnderWay } from '@/lib/client/chat/conversation';
import type { ChatMessage } from '@/lib/client/chat/types';
import { nameOf } from '@/lib/client/models';
import type { TextWireModel } from '@/lib/models/contract';
import { ModelPicker } from '../composer/model-picker';
import { ACTIONS_APPEAR } from './actions-appear';

/** The name of the button that opens the rest of the actions. */
export const MORE_LABEL = 'More actions';

/** The actions of an answer. A place is kept for those that are not available now. */
export function AnswerActions({
  message,
  busy,
  isAlone,
  model,
  models,
  onRegenerate,
  onAnswerWith,
  onEdit,
  onDelete,
}: {
  message: ChatMessage;
  busy: boolean;
  /** The message that it answers was deleted: it cannot be answered again. */
  isAlone: boolean;
  /** The model that would answer; null if none is available. */
  model: TextWireModel | null;
  models: TextWireModel[];
  onRegenerate: () => void;
  onAnswerWith: (modelId: string) => void;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { text, failure, citations } = message;
  const idle = !isUnderWay(message) && !busy;
  // An image is drawn again by the image model.
  const other = model !== null && model.id !== message.modelId && !message.images;
  return (
    <span className={ACTIONS_APPEAR}>
      {isUnderWay(message) || text === '' ? (
        <Gap />
      ) : (
        <CopyButton text={() => copiedAnswer(text, citations)} label="Copy answer" />
      )}
      {idle && !failure && !isAlone ? (
        <IconButton
          size="small"
          label={other ? `Regenerate with ${nameOf(model)}` : 'Regenerate'}
          icon={<RefreshCw />}
          onClick={onRegenerate}
        />
      ) : (
        <Gap />
      )}
      {idle && !isAlone && !message.images && models.length > 1 ? (
        <ModelPicker
          models={models}
          pending={false}
          value={null}
          unknownId={null}
          onChange={onAnswerWith}
          trigger={<IconButton size="small" label="Answer with another model" icon={<ArrowRightLeft />} />}
        />
      ) : (
        <Gap />
      )}
      {idle ? (
        <Menu trigger={<IconButton size="small" label={MORE_LABEL} tooltip={false} icon={<Ellipsis />} />}>
          {text === '' || message.asJson ? null : (
            <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
              Edit answer
            </MenuItem>
          )}
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
            Delete answer
          </MenuItem>
        </Menu>
      ) : (
        <Gap />
      )}
    </span>
  );
}

/** The place of a small icon button. */
function Gap() {
  return <span aria-hidden className="size-8 pointer-coarse:size-touch" />;
}
