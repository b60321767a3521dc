import { Download } from 'lucide-react';
import { imageNotes } from '@/components/images/image-notes';
import type { AnswerImage } from '@/lib/client/stream-chat';
import { Picture } from '../../attachments/picture';

/** The images of an answer, each with a link to save it, and with what was changed about it. */
export function AnswerImages({ images }: { images: readonly AnswerImage[] }) {
  return (
    <ul aria-label="Images" className="mt-2 flex flex-wrap gap-3">
      {images.map(({ url, alt, ...flags }, at) => (
        <li key={at} className="relative max-w-full">
          <Picture src={url} alt={alt} className="max-h-[60dvh] max-w-full rounded-panel border border-line" />
          <a
            href={url}
            download={`image-${at + 1}.${/^data:image\/(\w+)/.exec(url)?.[1] ?? 'png'}`}
            aria-label="Download image"
            className="absolute top-2 right-2 flex size-control items-center justify-center rounded-control border border-line bg-surface text-muted hover:text-ink pointer-coarse:size-touch"
          >
            <Download aria-hidden />
          </a>
          {imageNotes(flags).map((note) => (
            <p key={note} className="mt-1 max-w-measure text-sm text-muted">
              {note}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
