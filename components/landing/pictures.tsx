/// <reference types="next/image-types/global" />
import { classNames } from '@/components/ui/class-names';
import chatDark from './pictures/chat-dark.webp';
import chatLight from './pictures/chat-light.webp';
import modelsDark from './pictures/models-dark.webp';
import modelsLight from './pictures/models-light.webp';
import usageDark from './pictures/usage-dark.webp';
import usageLight from './pictures/usage-light.webp';

/** A picture in both themes; `npm run screenshots` takes it. `crop` is the part that phones show, larger. */
type Picture = {
  light: typeof chatLight;
  dark: typeof chatDark;
  crop: string;
  alt: string;
  title: string;
  text: string;
};

const CHAT: Picture = {
  light: chatLight,
  dark: chatDark,
  crop: 'max-sm:aspect-square max-sm:object-right',
  alt: 'The chat: an answer with text, Python code, and a table, and below it a line with its tokens, cost, and speed.',
  title: 'A chat with receipts',
  text: 'Code, tables, images, and files. Below each answer: its tokens, its exact cost, and how fast it came.',
};
const USAGE: Picture = {
  light: usageLight,
  dark: usageDark,
  crop: 'max-sm:aspect-5/4 max-sm:object-right',
  alt: 'The usage page: total cost and tokens, a bar chart of the cost per day by model, and the total of each model.',
  title: 'Where the money went',
  text: 'By day, model, and key, down to the single request.',
};
const MODELS: Picture = {
  light: modelsLight,
  dark: modelsDark,
  crop: 'max-sm:aspect-5/4 max-sm:object-left',
  alt: 'The models page: a table of models with context, prices, time to the first token, speed, and uptime.',
  title: 'Models compared by what they do here',
  text: 'Prices, abilities, and the speed and uptime that this server has measured.',
};

/** The product in pictures. */
export function Pictures() {
  return (
    <section aria-labelledby="tour" className="pb-16">
      <h2 id="tour" className="mb-4 text-xl font-semibold">
        How it looks
      </h2>
      <div className="grid grid-cols-1 gap-x-6 gap-y-8 md:grid-cols-2">
        <Shown {...CHAT} className="md:col-span-2" />
        <Shown {...USAGE} />
        <Shown {...MODELS} />
      </div>
    </section>
  );
}

function Shown({ light, dark, crop, alt, title, text, className }: Picture & { className?: string }) {
  return (
    <figure className={classNames('flex min-w-0 flex-col gap-3', className)}>
      <Themed picture={light} alt={alt} className={classNames('dark:hidden', crop)} />
      <Themed picture={dark} alt={alt} className={classNames('hidden dark:block', crop)} />
      <figcaption>
        <span className="font-medium">{title}.</span> <span className="text-muted">{text}</span>
      </figcaption>
    </figure>
  );
}

/** Has its size before it loads, and loads only when it is nearly in view: one of another theme never does. */
function Themed({ picture, alt, className }: { picture: typeof chatLight; alt: string; className: string }) {
  const { src, width, height } = picture;
  return (
    <picture className="contents">
      <img
        src={src}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
        className={classNames('h-auto w-full rounded-panel border border-line max-sm:object-cover', className)}
      />
    </picture>
  );
}
