/** A rectangle in the picture. */
export type Box = { x: number; y: number; width: number; height: number };

/** A point. */
export type Point = readonly [x: number, y: number];

/** A number as text with two decimals at most. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A path through points with straight lines; closed. */
export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;
}

/** A smooth open curve through points, as path text without its first move. */
export function smooth(points: readonly Point[]): string {
  return points
    .slice(1)
    .map(([x, y], index) => {
      const [beforeX, beforeY] = points[index] as Point;
      const half = (x - beforeX) / 2;
      return `C${n(beforeX + half)} ${n(beforeY)} ${n(x - half)} ${n(y)} ${n(x)} ${n(y)}`;
    })
    .join('');
}

/** A vertical gradient definition; stops from top to bottom, evenly spread unless they have an offset. */
export function verticalGradient(
  id: string,
  stops: readonly (string | readonly [offset: number, color: string])[],
): string {
  const list = stops.map((stop, index) => {
    const [offset, color] = typeof stop === 'string' ? [index / Math.max(1, stops.length - 1), stop] : stop;
    return `<stop offset="${n(offset)}" stop-color="${color}"/>`;
  });
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${list.join('')}</linearGradient>`;
}

/** A round glow definition that fades out. */
export function glow(id: string, color: string, opacity: number): string {
  return (
    `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${n(opacity)}"/>` +
    `<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`
  );
}

/** A circle. */
export function circle(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"${alpha(opacity)}/>`;
}

/** An ellipse. */
export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, opacity = 1): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${alpha(opacity)}/>`;
}

/** A rectangle with round corners. */
export function rect({ x, y, width, height }: Box, fill: string, radius = 0, opacity = 1): string {
  const round = radius > 0 ? ` rx="${n(radius)}"` : '';
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${round} fill="${fill}"${alpha(opacity)}/>`;
}

/** A filled path. */
export function path(d: string, fill: string, opacity = 1): string {
  return `<path d="${d}" fill="${fill}"${alpha(opacity)}/>`;
}

/** A line along a path, with round ends. */
export function line(d: string, stroke: string, width: number, opacity = 1): string {
  const ends = 'stroke-linecap="round" stroke-linejoin="round"';
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" ${ends}${alpha(opacity)}/>`;
}

function alpha(opacity: number): string {
  return opacity < 1 ? ` opacity="${n(opacity)}"` : '';
}
