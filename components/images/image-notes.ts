/** What a reader should know of an image, as sentences: blocked, blurred, or without some settings. */
export function imageNotes({
  blurred,
  violation,
  notApplied = [],
}: {
  blurred?: boolean;
  violation?: boolean;
  notApplied?: readonly string[];
}): string[] {
  return [
    ...(violation === true ? ['Blocked for its content, so it is black. Not charged.'] : []),
    ...(blurred === true ? ['Safe mode blurred this image.'] : []),
    ...(notApplied.length > 0
      ? [`The model could not apply: ${notApplied.map((name) => name.replaceAll('_', ' ')).join(', ')}.`]
      : []),
  ];
}
