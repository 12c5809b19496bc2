"""The service: tables for people and bots, live or over days, over HTTP and WebSocket."""
