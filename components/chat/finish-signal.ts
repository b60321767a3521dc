const MARK = '✓ Answered · ';

/** Two short tones, and a mark in the tab's title until the page is seen again. */
export function signalFinish(): void {
  if (!document.title.startsWith(MARK)) document.title = MARK + document.title;
  const onSeen = () => {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', onSeen);
    if (document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length);
  };
  document.addEventListener('visibilitychange', onSeen);
  playTones();
}

/** In hertz, and seconds. */
const TONES = [660, 880];
const TONE_SECONDS = 0.14;
const VOLUME = 0.08;
const FADE_SECONDS = 0.02;

function playTones(): void {
  try {
    const context = new AudioContext();
    for (const [at, frequency] of TONES.entries()) {
      const from = context.currentTime + at * TONE_SECONDS;
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.frequency.value = frequency;
      // Without a fade, the tone clicks.
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(VOLUME, from + FADE_SECONDS);
      gain.gain.linearRampToValueAtTime(0, from + TONE_SECONDS);
      tone.connect(gain).connect(context.destination);
      tone.start(from);
      tone.stop(from + TONE_SECONDS);
      if (at === TONES.length - 1) tone.onended = () => void context.close();
    }
  } catch {
    // A browser without sound still has the title.
  }
}
