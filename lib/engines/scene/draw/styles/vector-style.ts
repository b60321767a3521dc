import type { ImageStyleName } from '../../../../core/image-styles';
import { n } from '../svg';

/** The picture's size in its own units. */
type Picture = { width: number; height: number };

/** What a style changes while the picture is still made of shapes. */
export type VectorStyle = {
  /** Subjects without shading. */
  isFlat: boolean;
  /** A filter named `layer`, for every layer and every subject of a picture. */
  layerFilter?: (picture: Picture) => string;
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

/**
 * Paper: a pale rim, and a shadow on the layer below. Its region is the picture: around layers that reach far out of it
 * the renderer would end the process.
 */
const paper = ({ width, height }: Picture): string =>
  `<filter id="layer" filterUnits="userSpaceOnUse" x="-20" y="-20" width="${n(width + 40)}" height="${n(height + 40)}">` +
  '<feMorphology in="SourceAlpha" operator="dilate" radius="3" result="wide"/>' +
  '<feFlood flood-color="#fffaf0"/><feComposite in2="wide" operator="in" result="rim"/>' +
  '<feGaussianBlur in="wide" stdDeviation="6"/><feOffset dx="5" dy="9" result="moved"/>' +
  '<feFlood flood-color="#1a1230" flood-opacity=".42"/><feComposite in2="moved" operator="in" result="shade"/>' +
  '<feMerge><feMergeNode in="shade"/><feMergeNode in="rim"/><feMergeNode in="SourceGraphic"/></feMerge></filter>';

/** How a style draws shapes. Without a style, subjects are shaded. */
export function vectorStyle(style: ImageStyleName | undefined): VectorStyle {
  return {
    isFlat: style !== undefined && FLAT.includes(style),
    layerFilter: style === 'Paper Cutout' ? paper : undefined,
    isBare: style === 'Minimalist',
    isCloseUp: style === 'Minimalist' || style === 'Blueprint' || style === 'Pop Art',
  };
}
