import type { FrameLocator, Page } from '@playwright/test';
import { codeBlock, showAnswer } from '../support/chat-rows';
import { expect, signIn, test } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';
import { startWitness } from '../support/witness';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const showDiagram = (page: Page, source: string) => showAnswer(page, `Here:\n\n${codeBlock('mermaid', source)}`);

/** The first diagram, once it is drawn. */
async function drawing(page: Page): Promise<FrameLocator> {
  const frame = page.frameLocator('iframe[title="Preview"]').first();
  await expect(frame.locator('svg').first()).toBeVisible();
  return frame;
}

const codeOf = (page: Page) => page.getByRole('group', { name: 'mermaid code' });
const toggle = (page: Page, name: string) =>
  page.getByTestId('assistant-message').getByRole('button', { name, exact: true });

const FLOWCHART = 'graph TD\n  A[Order] --> B{Paid?}\n  B -->|Yes| C[Ship]';

const KINDS: [kind: string, source: string, texts: string[]][] = [
  ['flowchart', FLOWCHART, ['Order', 'Paid?', 'Yes', 'Ship']],
  [
    'sequence',
    'sequenceDiagram\n  participant A as Alice\n  A->>Bob: Hello\n  Note over Bob: Thinks\n  Bob-->>A: Hi',
    ['Alice', 'Bob', 'Hello', 'Thinks', 'Hi'],
  ],
  [
    'class',
    'classDiagram\n  Animal <|-- Duck\n  class Animal {\n    +int age\n    +swim() void\n  }',
    ['Animal', 'Duck'],
  ],
  ['state', 'stateDiagram-v2\n  [*] --> Idle\n  Idle --> Busy: start\n  Busy --> [*]', ['Idle', 'Busy', 'start']],
  [
    'entities',
    'erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  ORDER {\n    string number PK\n  }',
    ['CUSTOMER', 'ORDER', 'places', 'number'],
  ],
  ['pie', 'pie title Pets\n  "Dogs" : 3\n  "Cats" : 1', ['Pets', 'Dogs', 'Cats', '75%']],
  [
    'Gantt chart',
    'gantt\n  title Plan\n  dateFormat YYYY-MM-DD\n  section Build\n  Design :done, a, 2030-01-01, 5d\n  Code :active, after a, 9d',
    ['Plan', 'Build', 'Design', 'Code'],
  ],
  [
    'Git graph',
    'gitGraph\n  commit id: "init"\n  branch develop\n  commit id: "work"\n  checkout main\n  merge develop',
    ['main', 'develop', 'init', 'work'],
  ],
];

for (const [kind, source, texts] of KINDS) {
  test(`a diagram is drawn by itself: ${kind}`, async ({ page }) => {
    await showDiagram(page, source);
    const frame = await drawing(page);
    for (const text of texts) await expect(frame.getByText(text, { exact: true }).first()).toBeVisible();
    await expect(codeOf(page)).toHaveCount(0);
  });
}

test('the code of a diagram is one click away', async ({ page }) => {
  await showDiagram(page, FLOWCHART);
  await drawing(page);
  await expectAccessible(page);
  await toggle(page, 'Code').click();
  await expect(codeOf(page)).toContainText('A[Order]');
  await toggle(page, 'Preview').click();
  await drawing(page);
});

test('nothing of the library is loaded before a diagram is shown, and it is loaded once for two', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('mermaid')) loaded.push(new URL(request.url()).pathname);
  });
  await showAnswer(page, codeBlock('python', 'print(1)'));
  await expect(page.getByRole('group', { name: 'python code' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(loaded).toEqual([]);
  await showAnswer(page, `${codeBlock('mermaid', FLOWCHART)}\n\nAnd:\n\n${codeBlock('mermaid', 'pie\n"Dogs" : 3')}`);
  const frameAt = (at: number) => page.frameLocator('iframe[title="Preview"]').nth(at);
  await expect(frameAt(0).getByText('Order', { exact: true })).toBeVisible();
  await expect(frameAt(1).getByText('Dogs', { exact: true })).toBeVisible();
  await expect(page.locator('iframe[title="Diagram drawing"]')).toHaveCount(1);
  expect(loaded).toHaveLength(1);
  expect(loaded[0]).toMatch(/^\/_next\/static\/media\/mermaid\.tiny\.[\w-]+\.js$/);
});

test('a diagram with a mistake is shown as code, and says where it is when its preview is asked for', async ({
  page,
}) => {
  await showAnswer(
    page,
    `${codeBlock('mermaid', 'graph TD\n  A --> B\n  B --> --> C')}\n\nAnd:\n\n${codeBlock('mermaid', FLOWCHART)}`,
  );
  // The next one is drawn all the same.
  await expect((await drawing(page)).getByText('Order', { exact: true })).toBeVisible();
  await expect(codeOf(page)).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'cannot be drawn' })).toHaveCount(0);
  await toggle(page, 'Preview').click();
  const reason = page.getByRole('status').filter({ hasText: 'This diagram cannot be drawn.' });
  await expect(reason).toContainText('It has a mistake on line 3.');
  await expect(reason).toContainText('B --> --> C');
  await expect(codeOf(page)).toContainText('B --> --> C');
  await expectAccessible(page);
  await toggle(page, 'Code').first().click();
  await expect(reason).toHaveCount(0);
});

test('a diagram of an unknown kind says so when its preview is asked for', async ({ page }) => {
  await showDiagram(page, 'hologram\n  A --> B');
  await toggle(page, 'Preview').click();
  await expect(page.getByText('This diagram cannot be drawn. This kind of diagram is not supported.')).toBeVisible();
});

/** The file of the library, as the page asks for it. */
const LIBRARY = '**/_next/static/media/mermaid.tiny.*.js';

test('a drawing that never ends is given up, and the next diagram is drawn in another frame', async ({ page }) => {
  const endless = `globalThis.mermaid = {
    initialize() {},
    render: async (id, text) => text.includes('endless') ? new Promise(() => {}) : { svg: '<svg viewBox="0 0 90 40"><text y="20">Drawn</text></svg>' },
  }`;
  await page.route(LIBRARY, (route) => route.fulfill({ contentType: 'text/javascript', body: endless }));
  await showAnswer(page, `${codeBlock('mermaid', 'graph TD\n  endless')}\n\n${codeBlock('mermaid', FLOWCHART)}`);
  await expect(page.frameLocator('iframe[title="Preview"]').getByText('Drawn', { exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.locator('iframe[title="Diagram drawing"]')).toHaveCount(1);
  await expect(codeOf(page)).toContainText('endless');
});

test('if the library cannot be loaded, the code is shown, and a later preview tries again', async ({ page }) => {
  await page.route(LIBRARY, (route) => route.abort());
  await showDiagram(page, FLOWCHART);
  await toggle(page, 'Preview').click();
  await expect(page.getByText('What draws it could not be loaded.')).toBeVisible();
  await expect(codeOf(page)).toContainText('A[Order]');
  await page.unroute(LIBRARY);
  await toggle(page, 'Code').click();
  await toggle(page, 'Preview').click();
  await expect((await drawing(page)).getByText('Order', { exact: true })).toBeVisible();
});

/** Labels and links that run or load something, if they are read as HTML. */
const hostileFor = (
  origin: string,
) => `%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "* { background: url(${origin}/theme.png) }"}}%%
flowchart LR
  A["Safe <img src='${origin}/label.png' onerror='parent.postMessage(1, &quot;*&quot;)'>"] --> B["<b>Bold</b><iframe src='${origin}/frame'></iframe><script>fetch('${origin}/script')</script>"]
  B -->|"<img src=x onerror=fetch('${origin}/edge')>"| C[End]
  click A href "javascript:fetch('${origin}/click')"
  click B href "${origin}/link" _blank
  click C call alert("called")`;

/** A shape that is a picture of another server. */
const pictureOf = (origin: string) =>
  `flowchart LR\n  A --> B@{ img: "${origin}/shape.png", label: "Picture", w: 60, h: 60 }`;

test('what a diagram contains runs nothing in the page, and loads nothing', async ({ page }) => {
  const witness = await startWitness();
  await fetch(`${witness.origin}/control`);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const before = page.context().pages().length;
  const [hostile, picture] = [hostileFor(witness.origin), pictureOf(witness.origin)];
  await showAnswer(page, `${codeBlock('mermaid', hostile)}\n\n${codeBlock('mermaid', picture)}`);
  const frame = await drawing(page);
  await expect(frame.getByText('Bold', { exact: true })).toBeVisible();
  for (const text of ['Safe', 'Bold', 'End']) await frame.getByText(text, { exact: true }).click();
  await expect(frame.locator('a[href]')).toHaveCount(0);
  await page.waitForTimeout(1_000);
  // Still there: no click has led away.
  await expect(frame.getByText('Bold', { exact: true })).toBeVisible();
  expect(witness.seen).toEqual(['GET /control']);
  expect(dialogs).toEqual([]);
  expect(page.context().pages()).toHaveLength(before);
  expect(page.url()).toContain('/chat?id=c');
  await witness.stop();
});

/** A page that answers in the place of the frame that draws, and that sends it messages of its own. */
const FORGER = `<!doctype html><h1>Forger</h1><script>
  setInterval(() => {
    const { port1 } = new MessageChannel();
    for (let id = 0; id < 20; id += 1) parent.postMessage({ id, svg: '<svg><text>Forged</text></svg>', width: 9, height: 9 }, '*');
    parent.postMessage('ready', '*');
    for (let at = 0; at < parent.length; at += 1) {
      parent[at].postMessage('<h1>Forged</h1>', '*');
      parent[at].postMessage({ library: 'globalThis.mermaid = { initialize() {}, render: async () => ({ svg: "<svg><text>Forged</text></svg>" }) }', font: '' }, '*', [port1]);
    }
  }, 5);
</script>`;

test('a page that a model wrote cannot draw in the place of Mermaid', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await showAnswer(page, `${codeBlock('html', FORGER)}\n\n${codeBlock('mermaid', FLOWCHART)}`);
  await drawing(page);
  await toggle(page, 'Code').click();
  await toggle(page, 'Preview').first().click();
  await page.getByRole('button', { name: 'Run scripts' }).click();
  await expect(page.frameLocator('iframe[title="Preview"]').first().getByText('Forger')).toBeVisible();
  await page.waitForTimeout(200);
  await toggle(page, 'Preview').click();
  const frame = page.frameLocator('iframe[title="Preview"]').nth(1);
  await expect(frame.getByText('Order', { exact: true })).toBeVisible();
  await expect(frame.getByText('Forged', { exact: true })).toHaveCount(0);
});

test('a diagram follows the theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await showDiagram(page, FLOWCHART);
  const frame = await drawing(page);
  const colorOf = () =>
    frame.getByText('Order', { exact: true }).evaluate((element) => getComputedStyle(element).color);
  expect(await colorOf()).toBe('rgb(240, 238, 235)');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(colorOf).toBe('rgb(23, 27, 34)');
});

test('a wide diagram scrolls on phones, so that its labels can be read', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const chain = Array.from({ length: 9 }, (_, at) => `N${at}[Station ${at}] --> N${at + 1}[Station ${at + 1}]`);
  await showDiagram(page, `graph LR\n  ${chain.join('\n  ')}`);
  const frame = await drawing(page);
  const scale = await frame
    .locator('svg')
    .first()
    .evaluate((svg) => svg.getBoundingClientRect().width / Number(svg.getAttribute('width')));
  expect(scale).toBeCloseTo(0.7, 1);
  const overflow = await frame.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(overflow).toBeGreaterThan(300);
  await expect(frame.getByText('Station 0', { exact: true })).toBeInViewport();
  const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(pageWidth).toBeLessThanOrEqual(390);
});
