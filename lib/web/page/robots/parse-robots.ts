/** The rules of a `robots.txt` (RFC 9309) that apply to one reader. Parsing takes linear time. */

/** A path pattern: `*` is any text, `$` at the end is the end of the path. Percent-encoded in one way. */
export type RobotsRule = { allow: boolean; pattern: string };

type Group = { agents: Set<string>; rules: RobotsRule[] };

/** Every crawler. */
const ANY = '*';
const LINE = /^([^:#]{1,40}):(.*)$/;

/**
 * The rules for a reader: those of all groups that name it, otherwise those of all groups for `*`; none if there is
 * neither.
 * @param agent product token of the reader, lowercase
 */
export function parseRobots(text: string, agent: string): RobotsRule[] {
  const groups = groupsOf(text);
  const rulesFor = (name: string) => groups.filter(({ agents }) => agents.has(name));
  const named = rulesFor(agent);
  return (named.length > 0 ? named : rulesFor(ANY)).flatMap(({ rules }) => rules);
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let group: Group | null = null;
  /** Whether the last line with a meaning named a crawler: several in a row share a group. */
  let isNaming = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)) {
    const [, key = '', rest = ''] = LINE.exec(line.trim()) ?? [];
    const value = (rest.split('#', 1)[0] ?? '').trim();
    const name = key.trim().toLowerCase();
    if (name === 'user-agent') {
      if (group === null || !isNaming) groups.push((group = { agents: new Set(), rules: [] }));
      group.agents.add(productToken(value));
      isNaming = true;
    } else if (name === 'allow' || name === 'disallow') {
      isNaming = false;
      // An empty pattern matches nothing.
      if (group !== null && value !== '') group.rules.push({ allow: name === 'allow', pattern: normalPath(value) });
    }
    // Other lines, such as Sitemap, don't belong to a group (RFC 9309 2.2.4).
  }
  return groups;
}

/** Without a version: `ExampleBot/1.2` is `examplebot`. */
function productToken(value: string): string {
  return value === ANY ? ANY : (/^[a-z_-]+/i.exec(value)?.[0] ?? value).toLowerCase();
}

/**
 * A path or pattern with one way of percent-encoding: octets beyond ASCII are encoded, and encoded characters that need
 * not be are decoded (RFC 9309 2.2.2).
 */
export function normalPath(path: string): string {
  return path
    .replace(/[^\x21-\x7e]+/gu, (text) => encodeText(text))
    .replace(/%[0-9a-f]{2}/gi, (octet) => {
      const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
      return /[A-Za-z0-9_.~-]/.test(character) ? character : octet.toUpperCase();
    });
}

function encodeText(text: string): string {
  // Half of a surrogate pair cannot be encoded.
  return encodeURIComponent(
    text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD'),
  );
}
