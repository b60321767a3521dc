/**
 * Called by Next when its server starts. Boots the process under Next's own server (`next dev`, `next start`); the
 * renderer of the production server only needs the route descriptions for the API reference.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { isRendererProcess } = await import('./lib/pages/renderer-process');
  const { describeRoutes } = await import('./lib/openapi/reference/shared');
  describeRoutes(async () => (await import('./app/api/described-routes')).describedRoutes);
  if (isRendererProcess()) return;
  const { boot } = await import('./lib/boot/boot');
  await boot();
}
