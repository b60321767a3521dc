import { expect, it } from 'vitest';
import { hasScripts } from './has-scripts';

it.each([
  ['<script>run()</script>', true],
  ['<SCRIPT src="a.js">', true],
  ['<script/>', true],
  ['<button onclick="run()">Run</button>', true],
  ['<svg\nonload = "run()">', true],
  ['<a href="javascript:run()">Run</a>', true],
  ['<p>Add a description once.</p>', false],
  ['<p class="on">scripts</p>', false],
])('%s: %s', (html, expected) => {
  expect(hasScripts(html)).toBe(expected);
});
