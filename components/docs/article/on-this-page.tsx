'use client';

import { useEffect, useRef, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import type { PageSection } from './sections-of';

/** Sections count as current from this distance below the window's top: below the bars that stick there. */
const READ_FROM_PX = 128;

const BAR =
  'sticky top-topbar z-10 -mx-4 flex overflow-x-auto border-b border-line bg-paper px-2 md:-mx-8 md:px-6 [scrollbar-width:none]';
const SIDE =
  'xl:top-20 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:mx-0 xl:max-h-[calc(100dvh-7rem)] xl:flex-col xl:self-start xl:overflow-x-visible xl:overflow-y-auto xl:border-b-0 xl:border-l xl:px-0';

/**
 * Links to the sections of a page; the one that is being read is marked. A bar below the page's top; with `aside`, a
 * column beside the text in wide windows.
 */
export function OnThisPage({ sections, aside = false }: { sections: readonly PageSection[]; aside?: boolean }) {
  const current = useCurrentSection(sections);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (!bar.current || !link) return;
    const { offsetLeft, offsetWidth } = link;
    const { scrollLeft, clientWidth } = bar.current;
    // Only the bar: `scrollIntoView` could move the page.
    if (offsetLeft < scrollLeft || offsetLeft + offsetWidth > scrollLeft + clientWidth) {
      bar.current.scrollLeft = offsetLeft - clientWidth / 3;
    }
  }, [current]);
  if (sections.length < 2) return null;
  return (
    <nav ref={bar} aria-label="On this page" className={classNames(BAR, aside && SIDE)}>
      {aside ? <p className="hidden px-4 pb-1 text-xs text-muted xl:block">On this page</p> : null}
      {sections.map(({ id, title }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'location' : undefined}
          onClick={() => openFold(id)}
          className={classNames(
            'relative flex min-h-10 shrink-0 items-center px-2 text-sm whitespace-nowrap -outline-offset-2 hover:text-ink',
            aside && 'xl:min-h-8 xl:px-4 xl:py-1 xl:whitespace-normal',
            id === current ? 'font-medium text-ink' : 'text-muted',
            id === current && 'before:absolute before:inset-x-2 before:bottom-0 before:h-0.5 before:bg-signal',
            id === current &&
              aside &&
              'xl:before:inset-x-auto xl:before:inset-y-1.5 xl:before:-left-px xl:before:h-auto xl:before:w-0.5',
          )}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

/** A collapsed section opens when its link is followed. */
function openFold(id: string): void {
  const section = document.getElementById(id);
  if (section instanceof HTMLDetailsElement) section.open = true;
}

/** The last section that begins above the middle of what is read; at the end of the page, the last one. */
function useCurrentSection(sections: readonly PageSection[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    let frame = 0;
    const read = () => {
      frame = 0;
      const { scrollHeight } = document.documentElement;
      const isAtEnd = window.scrollY > 0 && window.innerHeight + window.scrollY >= scrollHeight - 2;
      const begun = sections.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= READ_FROM_PX;
      });
      setCurrent((isAtEnd ? sections : begun).at(-1)?.id ?? sections[0]?.id);
    };
    const readSoon = () => {
      frame ||= requestAnimationFrame(read);
    };
    readSoon();
    window.addEventListener('scroll', readSoon, { passive: true });
    window.addEventListener('resize', readSoon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', readSoon);
      window.removeEventListener('resize', readSoon);
    };
  }, [sections]);
  return current;
}
