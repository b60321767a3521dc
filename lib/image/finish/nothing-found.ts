/** What the headers report of an image in which nothing was found. */
export const NOTHING_FOUND = {
  blurred: false,
  contentViolation: false,
  adultModelContentViolation: false,
  containsMinor: false,
};
