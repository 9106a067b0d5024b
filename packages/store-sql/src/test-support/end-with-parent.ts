/** Imported by every child process of a test: it exits when the test process is gone. */
process.once('disconnect', () => process.exit());
