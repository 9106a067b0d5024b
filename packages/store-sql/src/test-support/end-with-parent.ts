/** Imported by every process of a test: where the test has failed and is gone, nobody else would end it. */
process.once('disconnect', () => process.exit());
