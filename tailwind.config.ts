import type { Config } from 'tailwindcss';

/**
 * The tokens of the look, mapped onto utility names. The values are CSS variables of `app/globals.css`,
 * so both themes share every class; components use these names and never a raw color or pixel value.
 */
const config: Config = {
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}'],
  darkMode: ['selector', '[data-theme="dark"]'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      inherit: 'inherit',
      paper: 'var(--paper)',
      surface: 'var(--surface)',
      sunken: 'var(--sunken)',
      ink: 'var(--ink)',
      muted: 'var(--muted)',
      line: 'var(--line)',
      edge: 'var(--edge)',
      signal: 'var(--signal)',
      'signal-ink': 'var(--signal-ink)',
      go: 'var(--go)',
      warn: 'var(--warn)',
      stop: 'var(--stop)',
      diem: 'var(--diem)',
      'chart-1': 'var(--chart-1)',
      'chart-2': 'var(--chart-2)',
      'chart-3': 'var(--chart-3)',
      'chart-4': 'var(--chart-4)',
      'chart-5': 'var(--chart-5)',
      'chart-6': 'var(--chart-6)',
      'chart-7': 'var(--chart-7)',
      'chart-8': 'var(--chart-8)',
      veil: 'var(--veil)',
    },
    fontFamily: {
      sans: ['var(--font-geist-sans)', 'system-ui', 'sans-serif'],
      mono: ['var(--font-geist-mono)', 'ui-monospace', 'monospace'],
    },
    fontSize: {
      xs: ['0.75rem', { lineHeight: '1rem' }],
      sm: ['0.8125rem', { lineHeight: '1.125rem' }],
      base: ['0.875rem', { lineHeight: '1.25rem' }],
      lg: ['1rem', { lineHeight: '1.625rem' }],
      xl: ['1.25rem', { lineHeight: '1.75rem' }],
      '2xl': ['1.75rem', { lineHeight: '2.125rem', letterSpacing: '-0.015em' }],
      '3xl': ['2.5rem', { lineHeight: '2.75rem', letterSpacing: '-0.025em' }],
    },
    borderRadius: {
      none: '0',
      control: '0.375rem',
      panel: '0.625rem',
      full: '9999px',
    },
    boxShadow: { none: 'none', float: 'var(--shadow-float)' },
    extend: {
      spacing: {
        rail: '14.5rem',
        'rail-folded': '3.5rem',
        topbar: '3.25rem',
        bottombar: '3.5rem',
        row: '2.75rem',
        control: '2.25rem',
        touch: '2.5rem',
      },
      maxWidth: {
        console: '70rem',
        chat: '47.5rem',
        prose: '72ch',
        form: '24rem',
        dialog: '30rem',
        drawer: '24rem',
        measure: '40rem',
        guide: '48rem',
        docs: '92rem',
      },
      transitionDuration: { DEFAULT: '140ms' },
      transitionTimingFunction: { DEFAULT: 'ease-out' },
      strokeWidth: { icon: '1.5' },
    },
  },
};

export default config;
