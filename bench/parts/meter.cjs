// Preloaded into a measured process: says on the last line of stderr what peak memory the kernel counted for it.
process.on('exit', () => {
  process.stderr.write(`\nPEAK ${process.resourceUsage().maxRSS}\n`);
});
