/** Serves dist/ on this machine only, until Ctrl-C. The environment variable PORT sets the port. */
import { context } from 'esbuild';

const server = await context({});
const { port } = await server.serve({
  servedir: 'dist',
  host: '127.0.0.1',
  port: Number(process.env.PORT) || undefined,
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    await server.dispose();
    process.exit(0);
  });
}

console.log(`posenc: the lab is at http://localhost:${port}/posenc-lab.html (Ctrl-C stops)`);
