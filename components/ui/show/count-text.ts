const figures = new Intl.NumberFormat('en-US');

/** A whole number with thousands separators. */
export const formatCount = (count: number): string => figures.format(count);
