/** How models that have not learned the mark begin a call: as JSON, alone or in a code block. */
const FENCES = ['', '```', '```json'];

/** What an answer that has begun like this is: a call, something else, or either. */
export type BareCall = (text: string) => 'call' | 'text' | 'either';

/**
 * Recognizes a call that an answer begins with although it should have begun with a mark: `{"name": "<tool>"`, with any
 * white space.
 * @param names of the tools; without any, nothing is a call
 */
export function createBareCall(names: readonly string[]): BareCall {
  const beginnings = names.flatMap((name) => FENCES.map((fence) => `${fence}{"name":${JSON.stringify(name)}`));
  let begun = '';
  return (text) => {
    begun += text.replace(/\s/g, '');
    if (beginnings.some((beginning) => begun.startsWith(beginning))) return 'call';
    return beginnings.some((beginning) => beginning.startsWith(begun)) ? 'either' : 'text';
  };
}
