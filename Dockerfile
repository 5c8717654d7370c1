# Storemark with the engines of the operating system.
#   docker build -t storemark .
#   docker run --rm --init -v "$PWD/storemark:/work" storemark                 # the main job; its report is in ./storemark/results
#   docker run --rm --init -v "$PWD/storemark:/work" storemark run smoke       # any other command
# Stores are below /work too: mount what you want to measure there. The container's own overlay file system represents no disk.
FROM debian:bookworm AS build
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends openjdk-17-jdk-headless maven && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN mvn --batch-mode --no-transfer-progress -DskipTests package

FROM debian:bookworm
COPY scripts/install-native-engines.sh /tmp/
# A JDK and not a JRE: Chronicle Map compiles classes as it opens a store.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends openjdk-17-jdk-headless \
 && /tmp/install-native-engines.sh && rm -rf /var/lib/apt/lists/* /tmp/install-native-engines.sh
COPY --from=build /source/target/benchmarks.jar /opt/storemark/benchmarks.jar
WORKDIR /work
VOLUME /work
ENTRYPOINT ["java", "-jar", "/opt/storemark/benchmarks.jar"]
