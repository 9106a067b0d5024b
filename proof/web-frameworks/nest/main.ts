/** NestJS 12 on Express: mounted before Nest's parsers, beside controllers of the application. */
import 'reflect-metadata';
import { createMemoryStore } from '@org/approval-core';
import { toExpress } from '@org/approval-http/express';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { hostOn } from '../shared.mjs';

@Controller()
class HealthController {
  @Get('health')
  health() {
    return { ok: true };
  }
}

@Module({ controllers: [HealthController] })
class AppModule {}

const { engine, handler } = await hostOn(createMemoryStore());
const app = await NestFactory.create(AppModule, { logger: ['error'] });
app.use('/approvals', toExpress(handler));
await app.listen(0, '127.0.0.1');
console.log(`listening on ${await app.getUrl()}`);
process.once('SIGTERM', () => void engine.stop().then(() => app.close()));
