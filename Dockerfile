# The app is built and the wheel made in one stage; the other has only what runs.
FROM python:3.12-slim AS build
WORKDIR /build
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.12-slim
RUN useradd --create-home --uid 10001 branchline
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(ls /wheels/*.whl)[server]" && rm -r /wheels
ENV XDG_CACHE_HOME=/home/branchline/.cache \
    XDG_DATA_HOME=/data \
    BRANCHLINE_HOST=0.0.0.0 \
    BRANCHLINE_PORT=8000
RUN mkdir /data && chown branchline /data
USER branchline
RUN branchline prepare
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=180s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/api/health', timeout=4)"]
# Compiled again only where the processor is another than that of the machine on which the image was built.
CMD ["sh", "-c", "branchline prepare && exec branchline serve"]
