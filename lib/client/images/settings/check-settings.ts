import { IMAGE_STYLES } from '../../../core/image-styles';
import { isRecord } from '../../failure';
import type { ImageFormat, ImageQuality, ImageSettings } from '../types';
import { IMAGE_BOUNDS } from './bounds';
import { DEFAULT_IMAGE_SETTINGS } from './default-settings';

const QUALITIES: readonly ImageQuality[] = ['low', 'medium', 'high'];
const FORMATS: readonly ImageFormat[] = ['webp', 'png', 'jpeg'];
/** Longer names are not worth keeping. */
const NAME_CHARACTERS = 200;

/**
 * Settings from an untrusted source (a link, a file, this browser's storage): every member that is missing or out of
 * bounds becomes the default.
 */
export function checkSettings(value: unknown): ImageSettings {
  const given = isRecord(value) ? value : {};
  const whole = (name: keyof ImageSettings, from: number, to: number): number | null => {
    const number = given[name];
    return typeof number === 'number' && Number.isInteger(number) && number >= from && number <= to ? number : null;
  };
  const text = (name: keyof ImageSettings, characters: number): string => {
    const found = given[name];
    return typeof found === 'string' ? found.slice(0, characters) : '';
  };
  const name = (of: keyof ImageSettings): string | null => text(of, NAME_CHARACTERS) || null;
  const flag = (of: 'safeMode' | 'hideWatermark' | 'embedMetadata'): boolean => {
    const found = given[of];
    return typeof found === 'boolean' ? found : DEFAULT_IMAGE_SETTINGS[of];
  };
  const { minSide, maxSide, maxSeed, maxVariants, promptCharacters, maxCfgScale } = IMAGE_BOUNDS;
  const cfgScale = given.cfgScale;
  return {
    model: name('model'),
    prompt: text('prompt', promptCharacters),
    negativePrompt: text('negativePrompt', promptCharacters),
    style: IMAGE_STYLES.find((style) => style.name === given.style)?.name ?? null,
    width: whole('width', minSide, maxSide) ?? DEFAULT_IMAGE_SETTINGS.width,
    height: whole('height', minSide, maxSide) ?? DEFAULT_IMAGE_SETTINGS.height,
    aspectRatio: name('aspectRatio'),
    resolution: name('resolution'),
    quality: QUALITIES.find((one) => one === given.quality) ?? null,
    format: FORMATS.find((one) => one === given.format) ?? DEFAULT_IMAGE_SETTINGS.format,
    steps: whole('steps', 1, 1_000),
    cfgScale: typeof cfgScale === 'number' && cfgScale > 0 && cfgScale <= maxCfgScale ? cfgScale : null,
    seed: whole('seed', -maxSeed, maxSeed),
    variants: whole('variants', 1, maxVariants) ?? 1,
    safeMode: flag('safeMode'),
    hideWatermark: flag('hideWatermark'),
    embedMetadata: flag('embedMetadata'),
  };
}
