import type { ImageStyleName } from '../../../../core/image-styles';

/** What a style changes while the picture is still made of shapes. */
export type VectorStyle = {
  /** Subjects without shading. */
  isFlat: boolean;
  /** With layers that are drawn apart, as sheets of paper. */
  isLayered: boolean;
  /** Without the details of the place. */
  isBare: boolean;
  /** With subjects that fill the picture where there is no place around them. */
  isCloseUp: boolean;
};

const FLAT: readonly ImageStyleName[] = [
  'Anime',
  'Comic Book',
  'Line Art',
  'Pixel Art',
  'Flat Illustration',
  'Paper Cutout',
  'Stained Glass',
  'Neon',
  'Blueprint',
  'Pop Art',
  'Ukiyo-e',
  'Art Deco',
  'Vintage Poster',
  'Crayon',
  'Mosaic',
  'Minimalist',
];

/** How a style draws shapes. Without a style, subjects are shaded. */
export function vectorStyle(style: ImageStyleName | undefined): VectorStyle {
  return {
    isFlat: style !== undefined && FLAT.includes(style),
    isLayered: style === 'Paper Cutout',
    isBare: style === 'Minimalist',
    isCloseUp: style === 'Minimalist' || style === 'Blueprint' || style === 'Pop Art',
  };
}
