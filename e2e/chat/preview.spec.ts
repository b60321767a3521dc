import type { Page } from '@playwright/test';
import { codeBlock, showAnswer } from '../support/chat-rows';
import { expect, signIn, test } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';
import { startWitness, type Witness } from '../support/witness';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** Shows an answer with a code block, and its preview. */
async function preview(page: Page, language: string, code: string): Promise<void> {
  await showAnswer(page, `Here:\n\n${codeBlock(language, code)}`);
  await page.getByRole('button', { name: 'Preview' }).click();
}

/** A script that begins a WebRTC connection, with all that a page could send that way. */
const callOf = ({ ice }: Witness) => `
  const peer = new RTCPeerConnection({ iceServers: [{ urls: '${ice.stun}' }, { urls: '${ice.turn}', username: 'secret', credential: 'x' }] });
  peer.createDataChannel('secret');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));`;

/** A page that tries to reach a server in every way that pages have, and then says what it could do. */
const spyFor = (witness: Witness, { origin } = witness) => `<!doctype html>
<title>Spy</title>
<link rel="stylesheet" href="${origin}/style.css">
<link rel="prefetch" href="${origin}/prefetch">
<link rel="preload" as="image" href="${origin}/preload">
<link rel="icon" href="${origin}/icon">
<link rel="manifest" href="${origin}/manifest">
<style>@import url(${origin}/import.css); body { background: url(${origin}/background.png) }
@font-face { font-family: spy; src: url(${origin}/font.woff2) } h1 { font-family: spy }</style>
<h1 id="title">Hello</h1>
<img src="${origin}/image.png" srcset="${origin}/image-2x.png 2x">
<video src="${origin}/video.mp4" poster="${origin}/poster.png"></video>
<audio src="${origin}/audio.mp3" autoplay></audio>
<iframe src="${origin}/frame"></iframe>
<iframe srcdoc="<script>fetch('${origin}/nested')</script><img src='${origin}/nested.png'>"></iframe>
<object data="${origin}/object"></object>
<embed src="${origin}/embed">
<svg><image href="${origin}/svg.png"/><use href="${origin}/use.svg#a"/></svg>
<script src="${origin}/script.js"></script>
<script type="module">import('${origin}/module.js').catch(() => {})</script>
<form action="${origin}/form" method="post"><input name="a"></form>
<a id="ping" href="#here" ping="${origin}/ping">ping</a>
<a id="link" href="${origin}/link" target="_blank">link</a>
<script>
  const seen = [];
  const tries = {
    parent: () => parent.document.title,
    cookie: () => document.cookie,
    storage: () => localStorage.length,
    top: () => { top.location.href = '${origin}/top'; return 'navigated'; },
    popup: () => open('${origin}/popup') === null ? 'none' : 'opened',
    beacon: () => navigator.sendBeacon('${origin}/beacon') ? 'sent' : 'refused',
    worker: () => new Worker(URL.createObjectURL(new Blob(["fetch('${origin}/worker')"]))) && 'started',
  };
  for (const [name, run] of Object.entries(tries)) {
    try { seen.push(name + ': ' + run()); } catch (error) { seen.push(name + ': refused'); }
  }
  const quietly = (run) => { try { run(); } catch {} };
  quietly(() => new WebSocket('${origin.replace('http', 'ws')}/socket'));
  quietly(() => {${callOf(witness)}});
  quietly(() => new EventSource('${origin}/events'));
  quietly(() => { const request = new XMLHttpRequest(); request.open('GET', '${origin}/xhr'); request.send(); });
  quietly(() => document.getElementById('ping').click());
  quietly(() => document.getElementById('link').click());
  quietly(() => document.forms[0].submit());
  fetch('${origin}/fetch').catch(() => fetch('/api/v1/models')).then(
    () => seen.push('fetch: answered'),
    () => seen.push('fetch: refused'),
  ).finally(() => {
    document.getElementById('title').textContent = seen.filter((one) => !one.startsWith('worker') && !one.startsWith('beacon')).join(', ');
    // Shown long enough to be read.
    setTimeout(() => {
      const refresh = document.createElement('meta');
      refresh.httpEquiv = 'refresh';
      refresh.content = '0;url=${origin}/refreshed';
      document.head.append(refresh);
    }, 2_000);
    setTimeout(() => { location.href = '${origin}/navigated?' + document.title; }, 2_500);
  });
</script>`;

/** What a page does that must not run unless someone wants it: it takes the keyboard, and never ends. */
const GREEDY = `<!doctype html><html lang="en"><title>Greedy</title><h1>Title</h1>
<label>Field <input id="field" onfocus="document.title = 'seen'"></label><script>
  document.querySelector('h1').textContent = 'Ran';
  setInterval(() => document.getElementById('field').focus(), 50);
</script>`;

test('scripts of a preview run only when they are asked for, and can be stopped', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await preview(page, 'html', GREEDY);
  const heading = page.frameLocator('iframe[title="Preview"]').getByRole('heading');
  await expect(heading).toHaveText('Title');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.pressSequentially('A secret that takes a while', { delay: 20 });
  await expect(message).toHaveValue('A secret that takes a while');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Run scripts' }).click();
  await expect(heading).toHaveText('Ran');
  await page.getByRole('button', { name: 'Stop scripts' }).click();
  await expect(heading).toHaveText('Title');
});

test('HTML runs in a frame that reaches neither the network nor the page', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const witness = await startWitness();
  await fetch(`${witness.origin}/control`);
  await preview(page, 'html', spyFor(witness));
  await page.getByRole('button', { name: 'Run scripts' }).click();
  const frame = page.frameLocator('iframe[title="Preview"]');
  await expect(frame.locator('#title')).toHaveText(
    'parent: refused, cookie: refused, storage: refused, top: refused, popup: none, fetch: refused',
  );
  // The frame may go nowhere else, either: the browser shows an error instead.
  await expect(frame.locator('#title')).toHaveCount(0);
  await page.waitForTimeout(1_000);
  expect(witness.seen).toEqual(['GET /control']);
  expect(page.url()).toContain('/chat?id=c');
  expect(page.context().pages()).toHaveLength(1);
  await page.getByRole('button', { name: 'Close preview' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await witness.stop();
});

test('a frame within HTML sends nothing by WebRTC, either', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const witness = await startWitness();
  await fetch(`${witness.origin}/control`);
  await preview(page, 'html', `<h1>Outside</h1><iframe srcdoc="<script>${callOf(witness)}</script>"></iframe>`);
  await page.getByRole('button', { name: 'Run scripts' }).click();
  // Chromium 156 ends the process of the page for it, so nothing can be expected of the page.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(witness.seen).toEqual(['GET /control']);
  await witness.stop();
});

test('an SVG is shown beside the messages, and closes with Escape', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await preview(page, 'svg', '<svg viewBox="0 0 10 10" width="100"><circle id="dot" cx="5" cy="5" r="4"/></svg>');
  const panel = page.getByRole('region', { name: 'Preview' });
  await expect(page.frameLocator('iframe[title="Preview"]').locator('#dot')).toBeVisible();
  const [panelBox, codeBox] = [
    await panel.boundingBox(),
    await page.getByRole('group', { name: 'svg code' }).boundingBox(),
  ];
  expect((codeBox?.x ?? 0) + (codeBox?.width ?? 0)).toBeLessThanOrEqual(panelBox?.x ?? 0);
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Copy code' }).focus();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused();
});

test('where there is no space beside the messages, a preview takes the place of its code', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await preview(page, 'html', '<h1>Hello</h1>');
  await expect(page.frameLocator('iframe[title="Preview"]').getByRole('heading', { name: 'Hello' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'html code' })).toHaveCount(0);
  await page.getByTestId('assistant-message').getByRole('button', { name: 'Code', exact: true }).click();
  await expect(page.getByRole('group', { name: 'html code' })).toBeVisible();
});
