/** Boots the process under Next's own server (development); under the production door it finds it booted. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { boot } = await import('./lib/boot/boot');
  const { describeRoutes } = await import('./lib/openapi/reference/shared');
  describeRoutes(async () => (await import('./app/api/described-routes')).describedRoutes);
  await boot();
}
